//! Compiles the library's one file of C with the C compiler, and makes an archive of it. `CC` and `AR` name other programs.
use std::{env, path::PathBuf, process::Command};

fn main() {
    let out = PathBuf::from(env::var("OUT_DIR").unwrap());
    let (object, archive) = (out.join("quillon.o"), out.join("libquillon.a"));
    let target = env::var("TARGET").unwrap();
    let program = |name: &str, usual: &str| {
        println!("cargo:rerun-if-env-changed={name}");
        env::var(format!("{name}_{}", target.replace('-', "_")))
            .or_else(|_| env::var(name))
            .unwrap_or_else(|_| usual.into())
    };
    let mut compile = Command::new(program("CC", "cc"));
    compile.args(["-std=c99", "-O2", "-ffunction-sections", "-fdata-sections", "-fPIC"]);
    run(compile.arg("-c").arg("c/quillon.c").arg("-o").arg(&object));
    let _ = std::fs::remove_file(&archive);
    run(Command::new(program("AR", "ar")).arg("crs").arg(&archive).arg(&object));
    println!("cargo:rerun-if-changed=c/quillon.c");
    println!("cargo:rustc-link-search=native={}", out.display());
    println!("cargo:rustc-link-lib=static=quillon");
}

fn run(command: &mut Command) {
    match command.status() {
        Ok(status) if status.success() => {}
        Ok(status) => panic!("{command:?} ends with {status}"),
        Err(error) => panic!("{command:?}: {error}; install a C compiler, or name it in CC"),
    }
}
