//! Compiles the library's one file of C with the C compiler, and makes an archive of it.
//!
//! `CC`, `CFLAGS` and `AR` name other programs and more options; with `_` and the target after them, as in `CC_thumbv7em_none_eabihf`,
//! they are for this target alone. Another target than this machine needs `CC`.
use std::{env, path::PathBuf, process::Command};

fn main() {
    let out = PathBuf::from(env::var("OUT_DIR").unwrap());
    let (object, archive) = (out.join("quillon.o"), out.join("libquillon.a"));
    let (target, host) = (env::var("TARGET").unwrap(), env::var("HOST").unwrap());
    let for_target = target.replace(['-', '.'], "_");
    let words = |name: &str| -> Vec<String> {
        let names = [format!("{name}_{for_target}"), name.to_string()];
        names.iter().for_each(|name| println!("cargo:rerun-if-env-changed={name}"));
        let text = names.iter().find_map(|name| env::var(name).ok()).unwrap_or_default();
        text.split_whitespace().map(String::from).collect()
    };
    let program = |name: &str, usual: &str| {
        let words = words(name);
        let mut command = Command::new(words.first().map_or(usual, String::as_str));
        command.args(words.iter().skip(1));
        command
    };
    if target != host && words("CC").is_empty() {
        fail(&format!("name a C compiler for {target} in CC_{for_target}, and its options, such as -mcpu, in CFLAGS_{for_target}"));
    }
    let mut compile = program("CC", "cc");
    compile.args(["-std=c99", "-O2", "-ffunction-sections", "-fdata-sections"]);
    if !target.contains("-none") {
        compile.arg("-fPIC");
    }
    run(compile.args(words("CFLAGS")).arg("-c").arg("c/quillon.c").arg("-o").arg(&object));
    let _ = std::fs::remove_file(&archive);
    run(program("AR", "ar").arg("crs").arg(&archive).arg(&object));
    println!("cargo:rerun-if-changed=c/quillon.c");
    println!("cargo:rustc-link-search=native={}", out.display());
    println!("cargo:rustc-link-lib=static=quillon");
}

fn run(command: &mut Command) {
    match command.status() {
        Ok(status) if status.success() => {}
        Ok(status) => fail(&format!("{command:?} ends with {status}")),
        Err(error) => fail(&format!("{command:?}: {error}; install a C compiler, or name it in CC")),
    }
}

fn fail(text: &str) -> ! {
    eprintln!("quillon: {text}");
    std::process::exit(1)
}
