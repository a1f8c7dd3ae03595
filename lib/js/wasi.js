// wasi.js - files in memory, as a module of WebAssembly asks for them (WASI preview 1)
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// There is one directory, ".", whose files may have names with slashes: what is before one is a
// directory, too. What a function returns is an error number of WASI; those that are not here are
// refused.

const SUCCESS = 0,
  BADF = 8,
  EXIST = 20,
  INVAL = 28,
  ISDIR = 31,
  NOENT = 44,
  NOSYS = 52,
  NOTDIR = 54,
  SPIPE = 70;
const CHARACTER_DEVICE = 2,
  DIRECTORY = 3,
  REGULAR_FILE = 4;
const O_CREAT = 1,
  O_DIRECTORY = 2,
  O_EXCL = 4,
  O_TRUNC = 8;
const FIRST = 3; // descriptor of the directory
const ALL_RIGHTS = 0x1fffffffn;

/** What proc_exit() throws. */
export class Exit extends Error {
  constructor(status) {
    super(`exit status ${status}`);
    this.status = status;
  }
}

/** Bytes that grow. */
class Bytes {
  constructor(bytes = new Uint8Array(0)) {
    this.data = bytes; // not written to before it is copied
    this.size = bytes.length;
    this.isOwn = false;
  }
  write(bytes, at) {
    const end = at + bytes.length;
    if (!this.isOwn || end > this.data.length) {
      const grown = new Uint8Array(Math.max(end, this.size * 2, 4096));
      grown.set(this.data.subarray(0, this.size));
      this.data = grown;
      this.isOwn = true;
    }
    this.data.set(bytes, at);
    this.size = Math.max(this.size, end);
  }
  resize(size) {
    if (size > this.size) this.write(new Uint8Array(size - this.size), this.size);
    this.size = size;
  }
  all() {
    return this.data.subarray(0, this.size);
  }
}

export class MemoryWasi {
  /** `args` are words, `files` names and their bytes, which are not copied. Whoever prints more
   * than `most` bytes ends. */
  constructor(args, files, stdin = new Uint8Array(0), most = Infinity) {
    const encoder = new TextEncoder();
    this.args = args.map(word => encoder.encode(`${word}\0`));
    this.files = new Map(Object.entries(files).map(([name, bytes]) => [name, new Bytes(bytes)]));
    this.stdout = new Bytes();
    this.stderr = new Bytes();
    this.most = most;
    this.numbers = new Map(); // of files and directories, by name: which they are
    this.descriptors = [
      {kind: CHARACTER_DEVICE, file: new Bytes(stdin), at: 0},
      {kind: CHARACTER_DEVICE, file: this.stdout, at: 0},
      {kind: CHARACTER_DEVICE, file: this.stderr, at: 0},
      {kind: DIRECTORY, name: ''},
    ];
    this.memory = null; // set once there is an instance
  }

  /** All functions, for WebAssembly.instantiate(). Addresses come as signed numbers. */
  get imports() {
    const plain = value => (typeof value === 'number' ? value >>> 0 : value);
    const get = (_, name) =>
      this[name] ? (...args) => this[name](...args.map(plain)) : () => NOSYS;
    return {wasi_snapshot_preview1: new Proxy({}, {get})};
  }

  get view() {
    return new DataView(this.memory.buffer);
  }
  bytes(at, size) {
    return new Uint8Array(this.memory.buffer, at, size);
  }
  text(at, size) {
    return new TextDecoder().decode(this.bytes(at, size));
  }

  // ---- Names ----

  /** The name of a path from the directory of a descriptor on; undefined: outside of all. */
  resolve(fd, at, size) {
    const parts = [];
    const folder = this.descriptors[fd]?.name;
    for (const part of `${folder ? `${folder}/` : ''}${this.text(at, size)}`.split('/'))
      if (part === '..' && parts.pop() === undefined) return undefined;
      else if (part !== '' && part !== '.' && part !== '..') parts.push(part);
    return parts.join('/');
  }
  isDirectory(name) {
    return name === '' || [...this.files.keys()].some(file => file.startsWith(`${name}/`));
  }
  number(name) {
    if (!this.numbers.has(name)) this.numbers.set(name, BigInt(this.numbers.size + 1));
    return this.numbers.get(name);
  }
  putStat(at, kind, name, size) {
    const view = this.view;
    this.bytes(at, 64).fill(0);
    view.setBigUint64(at, 1n, true);
    view.setBigUint64(at + 8, this.number(name), true);
    view.setUint8(at + 16, kind);
    view.setBigUint64(at + 24, 1n, true);
    view.setBigUint64(at + 32, BigInt(size), true);
    return SUCCESS;
  }

  // ---- The process ----

  args_sizes_get(n, size) {
    this.view.setUint32(n, this.args.length, true);
    this.view.setUint32(
      size,
      this.args.reduce((sum, word) => sum + word.length, 0),
      true,
    );
    return SUCCESS;
  }
  args_get(list, at) {
    for (const word of this.args) {
      this.view.setUint32(list, at, true);
      this.bytes(at, word.length).set(word);
      list += 4;
      at += word.length;
    }
    return SUCCESS;
  }
  environ_sizes_get(n, size) {
    this.view.setUint32(n, 0, true);
    this.view.setUint32(size, 0, true);
    return SUCCESS;
  }
  environ_get() {
    return SUCCESS;
  }
  clock_time_get(clock, precision, result) {
    this.view.setBigUint64(
      result,
      BigInt(Math.round((clock === 0 ? Date.now() : performance.now()) * 1e6)),
      true,
    );
    return SUCCESS;
  }
  random_get(at, size) {
    for (let done = 0; done < size; done += 65536)
      crypto.getRandomValues(this.bytes(at + done, Math.min(size - done, 65536)));
    return SUCCESS;
  }
  poll_oneoff() {
    return NOSYS;
  }
  proc_exit(status) {
    throw new Exit(status);
  }

  // ---- Descriptors ----

  fd_prestat_get(fd, result) {
    if (fd !== FIRST) return BADF;
    this.view.setUint32(result, 0, true);
    this.view.setUint32(result + 4, 1, true);
    return SUCCESS;
  }
  fd_prestat_dir_name(fd, at) {
    this.bytes(at, 1)[0] = '.'.charCodeAt(0);
    return fd === FIRST ? SUCCESS : BADF;
  }
  fd_fdstat_get(fd, result) {
    const open = this.descriptors[fd];
    if (!open) return BADF;
    this.bytes(result, 24).fill(0);
    this.view.setUint8(result, open.kind);
    this.view.setBigUint64(result + 8, ALL_RIGHTS, true);
    this.view.setBigUint64(result + 16, ALL_RIGHTS, true);
    return SUCCESS;
  }
  fd_fdstat_set_flags() {
    return SUCCESS;
  }
  fd_filestat_get(fd, result) {
    const open = this.descriptors[fd];
    return open
      ? this.putStat(result, open.kind, open.name ?? `/dev/${fd}`, open.file?.size ?? 0)
      : BADF;
  }
  fd_filestat_set_size(fd, size) {
    this.descriptors[fd].file.resize(Number(size));
    return SUCCESS;
  }
  fd_filestat_set_times() {
    return SUCCESS;
  }
  fd_sync() {
    return SUCCESS;
  }
  fd_close(fd) {
    if (!this.descriptors[fd]) return BADF;
    this.descriptors[fd] = undefined;
    return SUCCESS;
  }
  fd_tell(fd, result) {
    return this.fd_seek(fd, 0n, 1, result);
  }
  fd_seek(fd, offset, whence, result) {
    const open = this.descriptors[fd];
    if (!open?.file) return BADF;
    if (open.kind !== REGULAR_FILE) return SPIPE;
    const from = [0, open.at, open.file.size][whence];
    if (from === undefined || from + Number(offset) < 0) return INVAL;
    open.at = from + Number(offset);
    this.view.setBigUint64(result, BigInt(open.at), true);
    return SUCCESS;
  }

  /** Calls `copy` with the bytes of each part of a list, until it does less than it could. */
  forParts(list, n, copy) {
    let sum = 0;
    for (let i = 0; i < n; i++) {
      const part = this.bytes(
        this.view.getUint32(list + i * 8, true),
        this.view.getUint32(list + i * 8 + 4, true),
      );
      const done = copy(part, sum);
      sum += done;
      if (done < part.length) break;
    }
    return sum;
  }
  readAt(file, at, list, n) {
    return this.forParts(list, n, (part, done) => {
      const from = file.data.subarray(
        Math.min(at + done, file.size),
        Math.min(at + done + part.length, file.size),
      );
      part.set(from);
      return from.length;
    });
  }
  writeAt(file, at, list, n) {
    return this.forParts(list, n, (part, done) => {
      file.write(part, at + done);
      return part.length;
    });
  }
  fd_read(fd, list, n, result) {
    const open = this.descriptors[fd];
    if (!open?.file) return open ? ISDIR : BADF;
    const done = this.readAt(open.file, open.at, list, n);
    open.at += done;
    this.view.setUint32(result, done, true);
    return SUCCESS;
  }
  fd_pread(fd, list, n, at, result) {
    const open = this.descriptors[fd];
    if (!open?.file) return open ? ISDIR : BADF;
    this.view.setUint32(result, this.readAt(open.file, Number(at), list, n), true);
    return SUCCESS;
  }
  fd_write(fd, list, n, result) {
    const open = this.descriptors[fd];
    if (!open?.file) return BADF;
    const done = this.writeAt(open.file, open.at, list, n);
    open.at += done;
    this.view.setUint32(result, done, true);
    if (this.stdout.size > this.most) throw new Exit(0);
    return SUCCESS;
  }
  fd_pwrite(fd, list, n, at, result) {
    const open = this.descriptors[fd];
    if (!open?.file) return BADF;
    this.view.setUint32(result, this.writeAt(open.file, Number(at), list, n), true);
    return SUCCESS;
  }
  fd_readdir(fd, at, size, cookie, result) {
    const open = this.descriptors[fd];
    if (open?.kind !== DIRECTORY) return open ? NOTDIR : BADF;
    const prefix = open.name ? `${open.name}/` : '';
    const inside = [...this.files.keys()].filter(name => name.startsWith(prefix));
    const names = [...new Set(inside.map(name => name.slice(prefix.length).split('/')[0]))];
    let done = 0;
    for (let i = Number(cookie); i < names.length && done < size; i++) {
      const name = new TextEncoder().encode(names[i]);
      const entry = new Uint8Array(24 + name.length);
      const view = new DataView(entry.buffer);
      view.setBigUint64(0, BigInt(i + 1), true);
      view.setBigUint64(8, this.number(prefix + names[i]), true);
      view.setUint32(16, name.length, true);
      view.setUint8(20, this.files.has(prefix + names[i]) ? REGULAR_FILE : DIRECTORY);
      entry.set(name, 24);
      const part = entry.subarray(0, size - done);
      this.bytes(at + done, part.length).set(part);
      done += part.length;
    }
    this.view.setUint32(result, done, true);
    return SUCCESS;
  }

  // ---- Paths ----

  path_open(folder, lookup, at, size, how, rights, inheriting, flags, result) {
    const name = this.resolve(folder, at, size);
    const exists = this.files.has(name);
    const isDirectory = name !== undefined && !exists && this.isDirectory(name);
    if (name === undefined || (!exists && !isDirectory && !(how & O_CREAT))) return NOENT;
    if (exists && how & O_EXCL) return EXIST;
    if (exists && how & O_DIRECTORY) return NOTDIR;
    if (isDirectory) {
      this.descriptors.push({kind: DIRECTORY, name});
    } else {
      if (!exists || how & O_TRUNC) this.files.set(name, new Bytes());
      this.descriptors.push({kind: REGULAR_FILE, name, file: this.files.get(name), at: 0});
    }
    this.view.setUint32(result, this.descriptors.length - 1, true);
    return SUCCESS;
  }
  path_filestat_get(folder, flags, at, size, result) {
    const name = this.resolve(folder, at, size);
    if (this.files.has(name))
      return this.putStat(result, REGULAR_FILE, name, this.files.get(name).size);
    return name !== undefined && this.isDirectory(name)
      ? this.putStat(result, DIRECTORY, name, 0)
      : NOENT;
  }
  path_readlink() {
    return INVAL; // as there are no links
  }
  path_unlink_file(folder, at, size) {
    return this.files.delete(this.resolve(folder, at, size)) ? SUCCESS : NOENT;
  }
  path_link(oldFolder, flags, oldAt, oldSize, newFolder, newAt, newSize) {
    const [from, to] = [
      this.resolve(oldFolder, oldAt, oldSize),
      this.resolve(newFolder, newAt, newSize),
    ];
    if (!this.files.has(from) || this.files.has(to) || to === undefined)
      return this.files.has(to) ? EXIST : NOENT;
    this.files.set(to, this.files.get(from));
    return SUCCESS;
  }
  path_rename(oldFolder, oldAt, oldSize, newFolder, newAt, newSize) {
    const [from, to] = [
      this.resolve(oldFolder, oldAt, oldSize),
      this.resolve(newFolder, newAt, newSize),
    ];
    if (!this.files.has(from) || to === undefined) return NOENT;
    this.files.set(to, this.files.get(from));
    if (from !== to) this.files.delete(from);
    return SUCCESS;
  }
}
