-- Ten questions: SQLite on an index file, ClickHouse 18.16 and today's answer them with the same rows.
SELECT count(*) AS n, count(DISTINCT name) AS names, sum(bytes) AS bytes FROM symbols;
SELECT coalesce(kind, '') AS k, defined, count(*) AS n FROM symbols GROUP BY k, defined ORDER BY k, defined;
SELECT coalesce(binding, '') AS b, count(*) AS n FROM symbols GROUP BY b ORDER BY b;
SELECT name, count(*) AS n FROM symbols WHERE defined = 1 GROUP BY name HAVING count(*) > 1 ORDER BY n DESC, name LIMIT 10;
SELECT file, name, bytes FROM symbols WHERE bytes > 0 ORDER BY bytes DESC, name, file LIMIT 10;
SELECT count(*) AS n FROM symbols WHERE defined = 0 AND name NOT IN (SELECT name FROM symbols WHERE defined = 1);
SELECT file, sum(bytes) AS b FROM symbols GROUP BY file ORDER BY b DESC, file LIMIT 10;
SELECT count(*) AS n FROM symbols WHERE name LIKE 'called%7_3' AND bytes > 100;
SELECT producer, triple, count(*) AS n FROM modules GROUP BY producer, triple ORDER BY producer, triple;
SELECT producer, count(*) AS n, max(bytes) AS largest FROM (SELECT file, module, bytes FROM symbols) s JOIN (SELECT file, module, producer FROM modules) m USING (file, module) GROUP BY producer ORDER BY producer;
