//! The plain wasm file: exactly what it imports and exports.

use std::collections::BTreeMap;

use wasmparser::{ExternalKind, Parser, Payload};

#[test]
fn the_wasm_imports_nothing_and_exports_exactly_the_contract() {
    let mut exports = BTreeMap::new();
    for payload in Parser::new(0).parse_all(fitment_host::EMBEDDED_WASM) {
        match payload.expect("the wasm can be read") {
            Payload::ImportSection(imports) => assert_eq!(imports.count(), 0, "the wasm imports something"),
            Payload::ExportSection(section) => {
                for export in section {
                    let export = export.expect("an export can be read");
                    exports.insert(export.name.to_owned(), export.kind);
                }
            }
            _ => {}
        }
    }
    let contract = [
        ("__data_end", ExternalKind::Global),
        ("__heap_base", ExternalKind::Global),
        ("fitment_abi_version", ExternalKind::Func),
        ("fitment_ask", ExternalKind::Func),
        ("fitment_buf", ExternalKind::Func),
        ("fitment_load", ExternalKind::Func),
        ("fitment_review", ExternalKind::Func),
        ("memory", ExternalKind::Memory),
        ("wizer-initialize", ExternalKind::Func),
    ];
    let contract: BTreeMap<_, _> = contract.into_iter().map(|(name, kind)| (name.to_owned(), kind)).collect();
    assert_eq!(exports, contract);
}

#[test]
fn the_wasm_has_nothing_of_the_machine_that_built_it() {
    let home = std::env::home_dir().expect("somebody runs this");
    let cargo = std::env::var_os("CARGO_HOME").map_or_else(|| home.join(".cargo"), std::path::PathBuf::from);
    let checkout = env!("CARGO_MANIFEST_DIR").strip_suffix("/tests").expect("the tests have a folder of their own");
    for place in [format!("{}/registry/", cargo.display()), format!("{checkout}/src/policy/")] {
        assert!(!is_in_the_wasm(&place), "`{place}` is in the wasm, which has another digest on another machine");
    }
    assert!(is_in_the_wasm("cargo/registry/src/"), "no dependency says where it panics; this test looks at nothing");
}

fn is_in_the_wasm(text: &str) -> bool {
    fitment_host::EMBEDDED_WASM.windows(text.len()).any(|window| window == text.as_bytes())
}
