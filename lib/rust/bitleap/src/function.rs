// function.rs - the bodies of functions
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
use crate::error::{check, list, static_text};
use crate::{sys, Module, Result};
use std::marker::PhantomData;
use std::mem;
use std::ptr::{self, NonNull};

/// The body of a function, and a position among its instructions. It stays on the thread of its module.
pub struct Function<'m> {
    pointer: NonNull<sys::bl_function>,
    module: &'m Module,
}

impl Drop for Function<'_> {
    fn drop(&mut self) {
        unsafe { sys::bl_function_close(self.pointer.as_ptr()) }
    }
}

impl<'m> Function<'m> {
    pub(crate) fn open(module: &'m Module, value: u32) -> Result<Function<'m>> {
        let mut function = ptr::null_mut();
        check(module.path(), |err| unsafe { sys::bl_function_open(&mut function, module.as_ptr(), value, err) })?;
        Ok(Function { pointer: NonNull::new(function).expect("a function"), module })
    }

    /// For calls of [`sys`], while `self` is borrowed.
    pub fn as_ptr(&self) -> *mut sys::bl_function {
        self.pointer.as_ptr()
    }

    /// The next instruction. Its operands are valid until the next call, so that this is no `Iterator`:
    /// `while let Some(instruction) = function.next_instruction()? { … }`.
    pub fn next_instruction(&mut self) -> Result<Option<Instruction<'_>>> {
        let mut record: sys::bl_instruction = unsafe { mem::zeroed() };
        let more =
            check(self.module.path(), |err| unsafe { sys::bl_function_next(self.pointer.as_ptr(), &mut record, err) })?;
        Ok((more > 0).then(|| Instruction { record, body: PhantomData }))
    }
}

/// An instruction, borrowed from its function until the next one is read.
pub struct Instruction<'f> {
    record: sys::bl_instruction,
    body: PhantomData<&'f ()>,
}

/// A number that is there, or BL_NONE.
pub(crate) fn number(number: u32) -> Option<u32> {
    (number != sys::BL_NONE).then(|| number)
}

impl<'f> Instruction<'f> {
    /// "getelementptr"; "" of one that is not known.
    pub fn opcode(&self) -> &'static str {
        static_text(unsafe { sys::bl_opcode_name(self.record.opcode.into()) })
    }

    /// Whether it is one of those that call: their first operand is the callee.
    pub fn is_call(&self) -> bool {
        unsafe { sys::bl_opcode_calls(self.record.opcode.into()) }
    }

    /// The number of its result.
    pub fn value(&self) -> Option<u32> {
        number(self.record.value)
    }

    /// The number of the type of its result.
    pub fn type_number(&self) -> Option<u32> {
        number(self.record.r#type)
    }

    pub fn basic_block(&self) -> u32 {
        self.record.basic_block
    }

    /// Of its record in the stream.
    pub fn bit_pos(&self) -> u64 {
        self.record.bit_pos
    }

    /// Line and column of its debug location.
    pub fn line_and_column(&self) -> Option<(u32, u32)> {
        self.record.has_location.then(|| (self.record.location.line, self.record.location.column))
    }

    pub fn operands(&self) -> impl ExactSizeIterator<Item = Operand> + 'f {
        unsafe { operands_of(self.record.operands, self.record.n_operands) }
    }

    /// All that is known of it; pointers are valid as long as `self`.
    pub fn record(&self) -> &sys::bl_instruction {
        &self.record
    }
}

/// N operands, as long as they are borrowed.
pub(crate) unsafe fn operands_of<'a>(
    operands: *const sys::bl_operand,
    n: u32,
) -> impl ExactSizeIterator<Item = Operand> + 'a {
    let operands: &'a [sys::bl_operand] = list(operands, n as usize);
    operands.iter().map(Operand::of)
}

/// What an operand is a number of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum OperandKind {
    Value,
    Block,
    Metadata,
    Integer,
    Range,
    Raw,
}

/// An operand of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Operand {
    pub kind: OperandKind,
    pub number: u64,
}

impl Operand {
    fn of(operand: &sys::bl_operand) -> Operand {
        let kind = match u32::from(operand.kind) {
            sys::BL_OPERAND_VALUE => OperandKind::Value,
            sys::BL_OPERAND_BLOCK => OperandKind::Block,
            sys::BL_OPERAND_METADATA => OperandKind::Metadata,
            sys::BL_OPERAND_INTEGER => OperandKind::Integer,
            sys::BL_OPERAND_RANGE => OperandKind::Range,
            _ => OperandKind::Raw,
        };
        Operand { kind, number: operand.number }
    }
}
