// graph.rs - bodies as graphs: all instructions, what blocks lead to, uses of values
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
use crate::error::{check, list, static_text};
use crate::function::{number, operands_of};
use crate::{sys, Function, Module, Operand, Result};
use std::ptr::{self, NonNull};

/// A body that has been read at once. It needs neither function nor module any more, and threads may share it.
pub struct Graph {
    pointer: NonNull<sys::bl_body_graph>,
}

// bl_body_graph: "any number of threads may share it".
unsafe impl Send for Graph {}
unsafe impl Sync for Graph {}

impl Drop for Graph {
    fn drop(&mut self) {
        unsafe { sys::bl_body_graph_close(self.pointer.as_ptr()) }
    }
}

/// An instruction of a graph.
#[derive(Clone, Copy)]
pub struct Node<'g> {
    record: &'g sys::bl_graph_instruction,
}

/// Where an instruction has a value as an operand: beyond its operands, in a bundle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Use {
    pub instruction: u32,
    pub operand: u32,
}

impl Graph {
    pub(crate) fn open(module: &Module, value: u32) -> Result<Graph> {
        let (function, mut graph) = (Function::open(module, value)?, ptr::null_mut());
        let opened = check(module.path(), |err| unsafe { sys::bl_body_graph_open(&mut graph, function.as_ptr(), err) });
        if opened.is_err() {
            unsafe { sys::bl_body_graph_close(graph) };
        }
        opened?;
        Ok(Graph { pointer: NonNull::new(graph).expect("a graph") })
    }

    /// For calls of [`sys`], while `self` is borrowed.
    pub fn as_ptr(&self) -> *const sys::bl_body_graph {
        self.pointer.as_ptr()
    }

    /// All that is in it.
    pub fn record(&self) -> &sys::bl_graph_body {
        unsafe { &*sys::bl_body_graph_get(self.as_ptr()) }
    }

    pub fn instructions(&self) -> impl ExactSizeIterator<Item = Node<'_>> + Clone {
        let body = self.record();
        unsafe { list(body.instructions, body.n_instructions as usize) }.iter().map(|record| Node { record })
    }

    /// None: there are not so many.
    pub fn instruction(&self, number: u32) -> Option<Node<'_>> {
        self.instructions().nth(number as usize)
    }

    /// The instruction that makes a value.
    pub fn definition(&self, value: u64) -> Option<Node<'_>> {
        unsafe { sys::bl_body_graph_definition(self.as_ptr(), value).as_ref() }.map(|record| Node { record })
    }

    /// Uses of a value, a global value or constant, too, in the order of instructions and operands.
    pub fn uses(&self, value: u32) -> impl ExactSizeIterator<Item = Use> + '_ {
        let mut uses = ptr::null();
        let n = unsafe { sys::bl_body_graph_uses(self.as_ptr(), value, &mut uses) };
        unsafe { list(uses, n as usize) }.iter().map(|u| Use { instruction: u.instruction, operand: u.operand })
    }

    /// Of each block the blocks that it leads to.
    pub fn successors(&self) -> impl ExactSizeIterator<Item = &[u32]> {
        self.blocks().iter().map(|block| unsafe { list(block.successors, block.n_successors as usize) })
    }

    /// Of each block those that lead to it.
    pub fn predecessors(&self) -> impl ExactSizeIterator<Item = &[u32]> {
        self.blocks().iter().map(|block| unsafe { list(block.predecessors, block.n_predecessors as usize) })
    }

    fn blocks(&self) -> &[sys::bl_graph_block] {
        let body = self.record();
        unsafe { list(body.blocks, body.n_blocks as usize) }
    }
}

impl<'g> Node<'g> {
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

    pub fn operands(&self) -> impl ExactSizeIterator<Item = Operand> + 'g {
        unsafe { operands_of(self.record.operands, self.record.n_operands) }
    }

    /// All that is known of it.
    pub fn record(&self) -> &'g sys::bl_graph_instruction {
        self.record
    }
}
