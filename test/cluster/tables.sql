-- Tables of each server. What is exported has Nullable columns: it comes in by tables that keep nothing.
CREATE TABLE symbols_local (shard Int64, file String, module Int64, name String, defined Int64,
    kind Nullable(String), binding Nullable(String), bytes Nullable(Int64))
    ENGINE = MergeTree PARTITION BY shard ORDER BY (name, file);
CREATE TABLE modules_local (shard Int64, file String, module Int64, producer Nullable(String), triple Nullable(String))
    ENGINE = MergeTree PARTITION BY shard ORDER BY (file, module);
CREATE TABLE loaded_local (shard Int64, symbols UInt64, modules UInt64) ENGINE = MergeTree ORDER BY shard;
CREATE TABLE symbols_in (shard Nullable(Int64), file Nullable(String), module Nullable(Int64), name Nullable(String),
    defined Nullable(Int64), kind Nullable(String), binding Nullable(String), bytes Nullable(Int64)) ENGINE = Null;
CREATE TABLE modules_in (shard Nullable(Int64), file Nullable(String), module Nullable(Int64),
    producer Nullable(String), triple Nullable(String)) ENGINE = Null;
CREATE MATERIALIZED VIEW symbols_to TO symbols_local AS SELECT assumeNotNull(shard) AS shard, assumeNotNull(file) AS file,
    assumeNotNull(module) AS module, ifNull(name, '') AS name, assumeNotNull(defined) AS defined, kind, binding, bytes
    FROM symbols_in;
CREATE MATERIALIZED VIEW modules_to TO modules_local AS SELECT assumeNotNull(shard) AS shard, assumeNotNull(file) AS file,
    assumeNotNull(module) AS module, producer, triple FROM modules_in;
CREATE TABLE symbols AS symbols_local ENGINE = Distributed(both, default, symbols_local);
CREATE TABLE modules AS modules_local ENGINE = Distributed(both, default, modules_local);
CREATE TABLE loaded AS loaded_local ENGINE = Distributed(both, default, loaded_local);
