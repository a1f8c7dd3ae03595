// index.d.ts - types of bitleap for npm
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/** Bytes of a file, which messages call "input"; or several files by name, where a name with slashes is a path. None is
 * copied, and none is changed. */
export type Input = Uint8Array | ArrayBuffer | Record<string, Uint8Array>;

/** What a command did. */
export interface Result {
  /** 0 found or equal, 1 nothing found or different, 2 wrong usage or a file that cannot be opened, 3 damaged input. */
  status: number;
  stdout: Uint8Array;
  stderr: string;
  /** The files that were given, and those that the command wrote. */
  files: Record<string, Uint8Array>;
}

export type Value = number | bigint | boolean | string | (number | bigint)[] | null;

export interface Column {
  name: string;
  /** Of values: number, and bigint beyond 2^53; boolean; string, where bytes that are no UTF-8 are U+0080 to U+00FF;
   * lists. */
  type: 'integer' | 'bool' | 'text' | 'numbers';
  /** "byte", "bit", …, or "". */
  unit: string;
  /** Whether texts are JSON. */
  isJson: boolean;
  summary: string;
}

/** Of rows, those that these conditions hold for; `name` with any of * ? [ is a pattern. */
export interface Where {
  file?: string;
  module?: number;
  value?: number;
  name?: string;
  attribute?: string;
  callee?: string;
}

/** What rows of a table ended at; `bit` is a position in the stream. */
export interface Problem {
  file: string;
  cause: string;
  kind: string;
  bit: number | bigint | null;
}

/** Rows are read as they are asked for, each once. */
export interface Table extends Iterable<Record<string, Value>> {
  readonly name: string;
  readonly columns: Column[];
  /** Rows by column, some thousand at a time. */
  batches(): Generator<Record<string, Value[]>>;
  /** All rows that are left, by column. */
  toColumns(): Record<string, Value[]>;
  /** What could not be read so far: rows of a damaged file end where it is. */
  readonly problems: Problem[];
}

/** A command that failed, or what is no table; `text` is what was printed before. */
export declare class BitleapError extends Error {
  readonly status: number;
  readonly text: string;
}

export declare class Bitleap {
  /** The module: from a URL, from bytes, or compiled already; by default that of the package. */
  static load(
    source?: URL | string | ArrayBuffer | Uint8Array | WebAssembly.Module,
  ): Promise<Bitleap>;
  readonly version: string;

  /** `bitleap WORDS` in a directory that has `files` alone. What needs SQLite, regular expressions or libraries that are
   * loaded is refused. A command that prints more than `most` bytes ends soon after them, with status 0. */
  run(
    words: string[],
    files?: Record<string, Uint8Array>,
    stdin?: Uint8Array,
    options?: {most?: number},
  ): Result;
  /** All modules as LLVM assembly. Throws BitleapError for damaged files. */
  dis(input: Input, words?: string[]): string;
  /** What `bitleap diff` prints; "" where both are equal. */
  diff(before: Uint8Array | ArrayBuffer, after: Uint8Array | ArrayBuffer, words?: string[]): string;
  /** A page of HTML that shows where the bytes are. */
  report(input: Input): string;

  /** The tables that there are, and what their rows are. */
  tables(): Record<string, string>;
  columns(table: string): Column[];
  /** A table of all that is in the files; `columns`: only these, and what is not asked for costs nothing. */
  table(name: string, input: Input, options?: {columns?: string[]; where?: Where}): Table;
}
