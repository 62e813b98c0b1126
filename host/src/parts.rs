// Shared with the build script, which splits the embedded engine.

use std::borrow::Cow;

use wasm_encoder::{
    ConstExpr, DataSection, EntityType, ExportKind, ExportSection, ImportSection, MemorySection, MemoryType, Module,
    RawSection, SectionId,
};
use wasmparser::{DataKind, ExternalKind, Operator, Parser, Payload};

use crate::names::{MEMORY, OWN, START, VARIABLE};

/// An engine split into two modules: its code and its initial memory.
///
/// The code is compiled once. Other documents change only the memory, and a module without code compiles in no time.
pub struct Parts<'w> {
    /// The code, which imports its memory.
    pub code: Vec<u8>,
    /// The initial memory.
    pub memory: Memory<'w>,
}

/// A memory and its initial contents.
pub struct Memory<'w> {
    /// In pages.
    pub minimum: u64,
    /// In pages.
    pub maximum: Option<u64>,
    /// Initial bytes with their offsets; everything else is zero.
    pub data: Vec<(u32, Cow<'w, [u8]>)>,
}

impl Memory<'_> {
    /// Builds a module that only exports the memory.
    pub fn module(&self) -> Vec<u8> {
        let mut memories = MemorySection::new();
        memories.memory(self.ty());
        let mut exports = ExportSection::new();
        exports.export(MEMORY.1, ExportKind::Memory, 0);
        let mut data = DataSection::new();
        for (at, bytes) in &self.data {
            data.active(0, &ConstExpr::i32_const(at.cast_signed()), bytes.iter().copied());
        }
        let mut module = Module::new();
        module.section(&memories).section(&exports).section(&data);
        module.finish()
    }

    fn ty(&self) -> MemoryType {
        let Self { minimum, maximum, .. } = *self;
        MemoryType { minimum, maximum, memory64: false, shared: false, page_size_log2: None }
    }
}

/// Splits an engine. Modules that keep state outside their memory are refused; whether the rest is valid shows when it
/// is compiled.
pub fn part(wasm: &[u8]) -> Result<Parts<'_>, String> {
    let found = Found::in_module(wasm)?;
    let memory = found.memory.ok_or("it has no export `memory`")?;
    let mut imports = ImportSection::new();
    imports.import(MEMORY.0, MEMORY.1, EntityType::Memory(memory.ty()));
    let mut imports = Some(imports);
    let mut code = Module::new();
    for (id, bytes) in &found.sections {
        if ![SectionId::Custom as u8, SectionId::Type as u8].contains(id)
            && let Some(imports) = imports.take()
        {
            code.section(&imports);
        }
        if *id == SectionId::Export as u8 {
            code.section(&found.exports);
        } else {
            code.section(&RawSection { id: *id, data: bytes });
        }
    }
    Ok(Parts { code: code.finish(), memory })
}

/// The parts of a module, collected while parsing it.
#[derive(Default)]
struct Found<'w> {
    /// The sections of the code, unchanged.
    sections: Vec<(u8, &'w [u8])>,
    memory: Option<Memory<'w>>,
    exports: ExportSection,
    /// The indices of mutable globals.
    variables: Vec<u32>,
}

impl<'w> Found<'w> {
    fn in_module(wasm: &'w [u8]) -> Result<Self, String> {
        let (mut found, mut start) = (Self::default(), None);
        for payload in Parser::new(0).parse_all(wasm) {
            let payload = payload.map_err(shown)?;
            let section = payload.as_section().and_then(|(id, range)| Some((id, wasm.get(range)?)));
            match payload {
                Payload::StartSection { func, .. } => start = Some(func),
                Payload::DataCountSection { .. } => {}
                Payload::MemorySection(memories) => {
                    for memory in memories {
                        found.memory(memory.map_err(shown)?)?;
                    }
                }
                Payload::DataSection(segments) => {
                    for segment in segments {
                        found.data(segment.map_err(shown)?)?;
                    }
                }
                Payload::CodeSectionEntry(body) => expect_plain(&body)?,
                Payload::ImportSection(imports) => {
                    if let Some(import) = imports.into_imports().next().transpose().map_err(shown)? {
                        let (name, module) = (import.name, import.module);
                        return Err(format!("it imports `{name}` of `{module}`, expected no imports"));
                    }
                }
                other => {
                    found.look_at(other)?;
                    found.sections.extend(section);
                }
            }
        }
        for (number, variable) in found.variables.iter().enumerate() {
            found.exports.export(&format!("{VARIABLE}{number}"), ExportKind::Global, *variable);
        }
        if let Some(start) = start {
            found.exports.export(START, ExportKind::Func, start);
        }
        Ok(found)
    }

    /// Reads a section that stays in the code.
    fn look_at(&mut self, payload: Payload<'_>) -> Result<(), String> {
        match payload {
            Payload::GlobalSection(globals) => {
                for (at, global) in (0..).zip(globals) {
                    let ty = global.map_err(shown)?.ty;
                    if ty.mutable && ty.content_type.is_reference_type() {
                        return Err("it has a mutable global of a reference type".to_owned());
                    }
                    self.variables.extend(ty.mutable.then_some(at));
                }
                Ok(())
            }
            Payload::ExportSection(exports) => {
                for export in exports {
                    let export = export.map_err(shown)?;
                    if export.name.starts_with(OWN) {
                        return Err(format!("it exports `{}`, a name of the host's own", export.name));
                    }
                    let kind = match export.kind {
                        ExternalKind::Func | ExternalKind::FuncExact => ExportKind::Func,
                        ExternalKind::Table => ExportKind::Table,
                        ExternalKind::Memory => ExportKind::Memory,
                        ExternalKind::Global => ExportKind::Global,
                        ExternalKind::Tag => ExportKind::Tag,
                    };
                    self.exports.export(export.name, kind, export.index);
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn memory(&mut self, memory: wasmparser::MemoryType) -> Result<(), String> {
        if memory.memory64 || memory.shared || memory.page_size_log2.is_some() {
            return Err("its memory is not a 32-bit one with pages of 64 KiB for one thread".to_owned());
        }
        let found = Memory { minimum: memory.initial, maximum: memory.maximum, data: Vec::new() };
        match self.memory.replace(found) {
            Some(_) => Err("it has several memories, expected one".to_owned()),
            None => Ok(()),
        }
    }

    fn data(&mut self, segment: wasmparser::Data<'w>) -> Result<(), String> {
        let DataKind::Active { memory_index: 0, offset_expr } = segment.kind else {
            return Err("it has data that it copies later, expected a memory that begins with all of it".to_owned());
        };
        let mut offset = offset_expr.get_operators_reader();
        let (value, end) = (offset.read().map_err(shown)?, offset.read().map_err(shown)?);
        let (Operator::I32Const { value }, Operator::End) = (value, end) else {
            return Err("it has data whose offset is not a plain number".to_owned());
        };
        let memory = self.memory.as_mut().ok_or("it has data and no memory")?;
        memory.data.push((value.cast_unsigned(), Cow::Borrowed(segment.data)));
        Ok(())
    }
}

/// Checks that a function keeps state only in memory and globals.
fn expect_plain(body: &wasmparser::FunctionBody<'_>) -> Result<(), String> {
    let mut operators = body.get_operators_reader().map_err(shown)?;
    while !operators.eof() {
        match operators.read().map_err(shown)? {
            Operator::TableSet { .. }
            | Operator::TableGrow { .. }
            | Operator::TableFill { .. }
            | Operator::TableCopy { .. }
            | Operator::TableInit { .. }
            | Operator::ElemDrop { .. } => {
                return Err("it changes its tables, expected state in memory alone".to_owned());
            }
            // These refer to data segments, and the code has none.
            Operator::MemoryInit { .. } | Operator::DataDrop { .. } => {
                return Err("it has data that it copies later, expected a memory that begins with all of it".to_owned());
            }
            _ => {}
        }
    }
    Ok(())
}

fn shown(error: wasmparser::BinaryReaderError) -> String {
    error.to_string()
}
