// answers.rs - the crate's answers against the command's, failures, threads
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BITLEAP_CORPUS is a directory of small files, BITLEAP_COMMAND the command.
use bitleap::{sys, Cell, Error, GlobalKind, Inputs, Module, Query, Rows};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;
use std::{env, fs, thread};

fn corpus(name: &str) -> PathBuf {
    PathBuf::from(env::var("BITLEAP_CORPUS").expect("BITLEAP_CORPUS")).join(name)
}

/// What the command prints, and whether it was content.
fn command(words: &[&str]) -> (Vec<u8>, bool) {
    let run =
        Command::new(env::var("BITLEAP_COMMAND").expect("BITLEAP_COMMAND")).args(words).output().expect("it runs");
    (run.stdout, run.status.success())
}

fn files() -> Vec<String> {
    let all = fs::read_dir(corpus("")).expect("a corpus").map(|entry| entry.unwrap().path());
    let mut found: Vec<String> = all.map(|path| path.to_str().unwrap().to_owned()).collect();
    found.retain(|path| [".bc", ".a", ".o"].iter().any(|end| path.ends_with(end)));
    found.sort();
    assert!(found.len() > 100);
    found
}

/// Name and number of instructions of each function of the modules of a file.
fn functions(path: &str) -> bitleap::Result<BTreeMap<(String, usize), usize>> {
    let mut counts = BTreeMap::new();
    let mut query = Query::open(&[path])?;
    while let Some(module) = query.next_module()? {
        for function in module.globals()?.filter(|global| global.is_definition()) {
            let (mut body, mut n) = (function.body()?, 0);
            while let Some(instruction) = body.next_instruction()? {
                assert!(!instruction.is_call() || instruction.operands().len() > 0);
                n += 1;
            }
            *counts.entry((function.name_lossy().into_owned(), n)).or_insert(0) += 1;
        }
    }
    Ok(counts)
}

#[test]
fn graphs_have_the_same_instructions_and_all_uses() {
    let (mut n_uses, mut n_edges) = (0, 0);
    for path in files() {
        let module = match Module::open(&path) {
            Ok(module) => module,
            Err(_) => continue,
        };
        for function in module.globals().unwrap().filter(|global| global.is_definition()) {
            let (graph, mut body) = match (function.graph(), function.body()) {
                (Ok(graph), Ok(body)) => (graph, body),
                _ => continue,
            };
            for node in graph.instructions() {
                let instruction = body.next_instruction().unwrap().unwrap();
                assert_eq!((node.opcode(), node.value()), (instruction.opcode(), instruction.value()));
                assert!(node.operands().eq(instruction.operands()));
                let made = node.value().and_then(|value| graph.definition(value.into()));
                assert_eq!(made.map(|made| made.record() as *const _), node.value().map(|_| node.record() as *const _));
                for used in node.value().into_iter().flat_map(|value| graph.uses(value)) {
                    let user = graph.instruction(used.instruction).unwrap();
                    let is_operand = |operand: bitleap::Operand| operand.number == node.value().unwrap().into();
                    assert!(user.operands().nth(used.operand as usize).map_or(true, is_operand));
                    n_uses += 1;
                }
            }
            assert!(body.next_instruction().unwrap().is_none());
            for (block, successors) in graph.successors().enumerate() {
                for &next in successors {
                    assert!(graph.predecessors().nth(next as usize).unwrap().contains(&(block as u32)));
                    n_edges += 1;
                }
            }
        }
        assert!(module.globals().unwrap().find(|global| global.is_declaration()).map_or(true, |g| g.graph().is_err()));
    }
    assert!(n_uses > 1000 && n_edges > 100);
}

#[test]
fn rows_are_those_that_are_asked_for() {
    let inputs = Inputs::open(&[corpus("thin-b.clang22.bc")]).unwrap();
    let n_rows = |table: &str, rows: Rows<'_>| -> bitleap::Result<usize> {
        let (mut table, mut n) = (inputs.table_where(table, &["value"], &rows)?, 0);
        while table.next_row()? {
            n += 1;
        }
        Ok(n)
    };
    assert_eq!(n_rows("functions", Rows::default()), Ok(3));
    assert_eq!(n_rows("functions", Rows { name: Some("*re*"), ..Rows::default() }), Ok(1));
    assert_eq!(n_rows("instructions", Rows { name: Some("from_b"), ..Rows::default() }), Ok(14));
    assert_eq!(n_rows("calls", Rows { word: Some("remember"), module: Some(0), ..Rows::default() }), Ok(1));
    assert_eq!(n_rows("functions", Rows { module: Some(1), ..Rows::default() }), Ok(0));
    assert!(n_rows("functions", Rows { word: Some("x"), ..Rows::default() }).is_err());
    assert!(n_rows("functions", Rows { name: Some("a\0b"), ..Rows::default() }).is_err());
}

#[test]
fn functions_are_those_of_the_command() {
    let mut n_functions = 0;
    for path in files() {
        let (printed, is_good) = command(&["sql", "--format=csv", "SELECT name, instructions FROM functions", &path]);
        if !is_good {
            continue;
        }
        let mut expected = BTreeMap::new();
        for line in String::from_utf8_lossy(&printed).lines().skip(1) {
            let (name, n) = line.rsplit_once(',').expect("two columns");
            let key = (name.trim_matches('"').to_owned(), n.parse().unwrap_or(0));
            *expected.entry(key).or_insert(0) += 1;
        }
        n_functions += expected.len();
        assert_eq!(functions(&path).unwrap_or_default(), expected, "{path}");
    }
    assert!(n_functions > 1000);
}

#[test]
fn assembly_is_that_of_the_command() {
    for path in files().iter().filter(|path| path.ends_with(".clang22.bc")) {
        if let Ok(module) = Module::open(path) {
            let (printed, _) = command(&["dis", path]);
            assert!(module.assembly().unwrap() == printed, "{path}");
        }
    }
    let module = Module::open(corpus("thin-b.clang22.bc")).unwrap();
    let text = module.find("overridable").unwrap().unwrap().assembly().unwrap();
    assert!(text.starts_with(b"; Function Attrs") && text.ends_with(b"}\n"));
}

#[test]
fn global_values() {
    let module = Module::open(corpus("thin-b.clang22.bc")).unwrap();
    let value = module.find("remember").unwrap().unwrap();
    assert_eq!((value.name(), value.kind(), value.linkage()), (&b"remember"[..], GlobalKind::Function, "internal"));
    assert_eq!(module.globals().unwrap().nth(value.value() as usize).unwrap().name(), b"remember");
    assert!(module.find("no such").unwrap().is_none());
    assert!(module.find("history").unwrap().unwrap().body().is_err());
    let mut body = value.body().unwrap();
    let first = body.next_instruction().unwrap().unwrap();
    assert_eq!((first.opcode(), first.basic_block(), first.line_and_column().is_some()), ("sext", 0, true));
}

#[test]
fn tables() {
    let inputs = Inputs::open(&[corpus("cxx-g-O2.clang19.bc")]).unwrap();
    let mut table = inputs.table("functions", &["name", "bytes"]).unwrap();
    let mut n = 0;
    while table.next_row().unwrap() {
        assert!(matches!(table.cell(0).unwrap(), Cell::Text(name) if !name.is_empty()));
        assert!(matches!(table.cell(1).unwrap(), Cell::Integer(bytes) if bytes > 0));
        assert!(table.cell(2).is_err());
        n += 1;
    }
    assert!(n > 20);
    assert_eq!(inputs.table("types", &[]).unwrap().columns()[0], "file");
    assert!(inputs.table("no such", &[]).is_err() && inputs.table("types", &["no such"]).is_err());
    // Tables of the same inputs, on two threads.
    let count = |name: &str| {
        let mut table = inputs.table(name, &[]).unwrap();
        let mut n = 0;
        while table.next_row().unwrap() {
            n += 1;
        }
        n
    };
    thread::scope(|s| {
        let both = [s.spawn(|| count("records")), s.spawn(|| count("records"))].map(|thread| thread.join().unwrap());
        assert!(both[0] > 1000 && both[0] == both[1]);
    });
    let module = Module::open(corpus("thin-b.clang22.bc")).unwrap();
    assert_eq!(thread::spawn(move || module.globals().unwrap().len()).join().unwrap(), 7);
}

#[test]
fn failures() {
    let none: Error = Module::open("no/such/file").unwrap_err();
    assert_eq!(none.status, sys::BL_E_SYSTEM);
    assert!(none.to_string().starts_with("no/such/file: cannot open"));
    assert!(Module::open("a\0b").is_err() && Query::open::<&str>(&[]).is_err() && Inputs::open(&["no/such"]).is_err());
    let several = Module::open(corpus("ar-mixed.llvm22.a")).unwrap_err();
    assert_eq!(several.status, sys::BL_E_CONTAINER);

    let whole = fs::read(corpus("cxx-g-O2.clang22.bc")).unwrap();
    let cut = env::temp_dir().join(format!("bitleap-{}.bc", std::process::id()));
    let mut failed = 0;
    for n in 1..20 {
        fs::write(&cut, &whole[..whole.len() * n / 20]).unwrap();
        failed += usize::from(functions(cut.to_str().unwrap()).is_err());
    }
    fs::remove_file(&cut).unwrap();
    assert!(failed > 5, "{failed} of 19 cut files");
}
