import QuillonModule

// The digest of each built-in model, one a line, as `wasmkit run quillon.wasm quillon_self_test i32:MODEL` prints it.
for model in 0..<BuiltIn.count { print(selfTest(model: model)) }
