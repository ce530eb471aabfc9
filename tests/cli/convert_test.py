"""Conversions both ways: values, types, options, proof."""

import gzip
import json
import os
import unittest

from tool import ToolTest

ODD = 'zip,code,amount,when,note\n02134,9007199254740993,1.50,2024-01-02T03:04:05Z,"a ""b"", c"\n' \
      '10001,NA,2.25,2024-06-01T00:00:00+02:00,""\n,7,,,\n'


class BothWays(ToolTest):
    @staticmethod
    def price(name):
        return ("--type", "price=decimal(9,2)") if name.endswith(("csv", "jsonl")) else ()

    def test_text_survives_every_format(self):
        self.ok("generate", "g.csv", "--rows", "3000", "--seed", "3", "-q")
        source = self.path("g.csv").read_bytes()
        for chain in (("parquet",), ("arrow",), ("arrows",), ("jsonl",), ("parquet", "arrow", "jsonl", "parquet")):
            name = "g.csv"
            for i, ending in enumerate(chain):
                following = f"step{len(chain)}{i}.{ending}"
                # Without its type a price would come back as 1.5, not 1.50.
                self.ok("convert", name, following, "-q", "--force", *self.price(name))
                name = following
            self.ok("convert", name, "back.csv", "-q", "--force", *self.price(name))
            self.assertEqual(self.path("back.csv").read_bytes(), source, chain)

    def test_every_type_survives_arrow_and_parquet(self):
        self.ok("generate", "g.parquet", "--rows", "2000", "-q")
        rows = self.rows("g.parquet")
        for option in ((), ("--page-version", "2"), ("--no-dictionary",), ("--codec", "zstd", "--level", "3"),
                       ("--codec", "none"), ("--codec", "gzip"), ("--codec", "brotli"), ("--codec", "lz4_raw"),
                       ("--row-group-rows", "300"), ("--encoding", "big=PLAIN"), ("--threads", "1")):
            with self.subTest(option):
                self.ok("convert", "g.parquet", "h.parquet", "--force", "--prove", *option)
                self.assertEqual(self.rows("h.parquet"), rows)
        self.ok("convert", "g.parquet", "g.arrow", "--prove")
        self.assertEqual(self.rows("g.arrow"), rows)

    def test_a_requested_type_never_respells_a_text_in_silence(self):
        for column, kind, text in (("zip", "int64", "02134"), ("n", "int32", "+1"), ("price", "decimal(9,2)", "1.500"),
                                   ("x", "float", "0.1234567891"), ("x", "double", "9007199254740993"),
                                   ("b", "bool", "tRUE"), ("t", "timestamp(us)", "2024-01-01T00:00:00+02:00")):
            with self.subTest(text):
                self.write("in.csv", f"{column},note\n{text},a\n")
                said = self.fails(4, "convert", "in.csv", "out.parquet", "--type", f"{column}={kind}", "--prove")
                for part in ("line 2", f"column {column}", f'"{text}"', f"--type {column}=utf8"):
                    self.assertIn(part, said)
                self.assertFalse(self.path("out.parquet").exists())

    def test_options_show_in_the_file(self):
        self.ok("generate", "g.csv", "--rows", "1000", "-q")
        self.ok("convert", "g.csv", "g.parquet", "--codec", "zstd", "--row-group-rows", "400", "--page-version", "2",
                "--no-dictionary", "-q")
        info = json.loads(self.ok("info", "g.parquet", "--json"))
        self.assertEqual(info["row_groups"], 3)
        self.assertEqual(list(info["codecs"]), ["ZSTD"])
        pages = json.loads(self.ok("pages", "g.parquet", "--json"))["pages"]
        self.assertEqual({p["type"] for p in pages}, {"DATA_PAGE_V2"})

    def test_the_same_bytes_whatever_the_threads(self):
        self.ok("generate", "g.csv", "--rows", "5000", "-q")
        self.ok("convert", "g.csv", "one.parquet", "--threads", "1", "-q")
        self.ok("convert", "g.csv", "four.parquet", "--threads", "4", "-q")
        self.assertEqual(self.path("one.parquet").read_bytes(), self.path("four.parquet").read_bytes())

    def test_standard_streams(self):
        self.write("in.csv", ODD)
        data = self.run_tool("convert", "-", "-", "--from", "csv", "--to", "parquet", stdin=ODD.encode()).stdout
        self.assertEqual(data[:4] + data[-4:], b"PAR1PAR1")
        self.write("piped.parquet", data)
        self.ok("convert", "in.csv", "file.parquet", "-q")
        self.assertEqual(self.rows("piped.parquet"), self.rows("file.parquet"))
        self.assertIn("02134", self.ok("convert", "-", "-", "--from", "parquet", "--to", "csv", "-q", stdin=data))

    def test_reads_a_pipe_by_name(self):
        os.mkfifo(self.path("pipe.csv"))
        process = self.start("convert", "pipe.csv", "out.parquet", "-q")
        with open(self.path("pipe.csv"), "w") as pipe:
            pipe.write(ODD)
        self.assertEqual(process.wait(timeout=60), 0)
        self.assertEqual(len(self.rows("out.parquet")), 3)

    def test_columns_and_rows_can_be_chosen(self):
        self.write("in.csv", ODD)
        for source in ("in.csv", "all.parquet"):
            if source != "in.csv":
                self.ok("convert", "in.csv", source, "-q")
            self.ok("convert", source, "some.parquet", "-c", "zip", "--rows", "1:2", "--force", "--prove")
            self.assertEqual(self.rows("some.parquet"), [{"zip": "10001"}])

    def test_several_inputs_become_one(self):
        self.write("a.csv", "x,y\n1,a\n")
        self.write("b.csv", "x,y\n2,b\n3,c\n")
        self.ok("convert", "a.csv", "b.csv", "-o", "ab.parquet", "--prove")
        self.assertEqual([r["x"] for r in self.rows("ab.parquet")], [1, 2, 3])
        self.write("c.csv", "x,y\nword,d\n")
        self.assertIn("c.csv", self.fails(4, "convert", "a.csv", "c.csv", "-o", "ac.parquet"))
        self.assertFalse(self.path("ac.parquet").exists())

    def test_compressed_text_is_recognised_by_its_content(self):
        self.write("in.csv.gz", gzip.compress(ODD.encode()))
        self.ok("convert", "in.csv.gz", "out.parquet", "--prove")
        self.assertEqual(self.rows("out.parquet")[0]["zip"], "02134")

    def test_null_text_of_an_export(self):
        self.write("in.csv", "a,b\n1,x\n,\n")
        self.ok("convert", "in.csv", "x.parquet", "-q")
        self.assertEqual(self.ok("convert", "x.parquet", "-", "--to", "tsv", "--null", "NULL", "-q"), "a\tb\n1\tx\nNULL\tNULL\n")


class Types(ToolTest):
    def test_values_are_never_changed(self):
        self.write("in.csv", ODD)
        self.ok("convert", "in.csv", "out.parquet", "--prove")
        self.assertEqual(self.rows("out.parquet"), [
            {"zip": "02134", "code": 9007199254740993, "amount": 1.5, "when": "2024-01-02T03:04:05Z", "note": 'a "b", c'},
            {"zip": "10001", "code": None, "amount": 2.25, "when": "2024-05-31T22:00:00Z", "note": ""},
            {"zip": None, "code": 7, "amount": None, "when": None, "note": None},
        ])

    def test_infer_only_prints_a_schema_that_can_be_edited_and_given_back(self):
        self.write("in.csv", ODD)
        schema = self.ok("convert", "in.csv", "--infer-only")
        self.assertRegex(schema, r"(?m)^zip: utf8 +# .*02134")
        self.assertRegex(schema, r"(?m)^code: int64 +# integer, line \d: ")
        self.assertEqual(os.listdir(self.folder), ["in.csv"])
        self.write("types", schema.replace("amount: double", "amount: decimal(9,2)"))
        self.ok("convert", "in.csv", "out.parquet", "--schema", "types", "--prove")
        self.assertIn("DECIMAL(9,2)", self.ok("schema", "out.parquet"))
        self.write("types", schema.replace("note: utf8", "note: int64"))
        self.fails(4, "convert", "in.csv", "x.parquet", "--schema", "types")
        self.write("types", "zip: nonsense\n")
        self.assertIn("line 1", self.fails(2, "convert", "in.csv", "x.parquet", "--schema", "types"))

    def test_types_can_be_given(self):
        self.write("in.csv", "a,b\n1,01/02/2024\n2,03/04/2024\n")
        self.ok("convert", "in.csv", "x.parquet", "--type", "a=int16", "--date-format", "%d/%m/%Y", "-q")
        self.assertEqual([r["b"] for r in self.rows("x.parquet")], ["2024-02-01", "2024-04-03"])
        self.assertIn("INTEGER(16,true)", self.ok("schema", "x.parquet"))
        error = self.fails(4, "convert", "in.csv", "y.parquet", "--type", "b=int32")
        self.assertRegex(error, "line 2.*01/02/2024")

    def test_null_texts_are_counted(self):
        self.write("in.csv", "a,b\n1,x\n-,-\n")
        shown = self.ok("convert", "in.csv", "x.parquet", "--null", "-")
        self.assertRegex(shown, r"nulls +2 cells with a null text.*a 1.*b 1")
        self.assertEqual(self.rows("x.parquet")[1], {"a": None, "b": None})

    def test_dialect_options(self):
        self.write("in.txt", "'a;b';2\n'c';3\n")
        self.ok("convert", "in.txt", "x.parquet", "--from", "csv", "--delimiter", ";", "--quote", "'", "--no-header", "-q")
        self.assertEqual(self.rows("x.parquet"), [{"column_1": "a;b", "column_2": 2}, {"column_1": "c", "column_2": 3}])
        self.write("latin.csv", "a\ncaf\xe9\n".encode("latin1"))
        self.assertIn("latin.csv", self.fails(4, "convert", "latin.csv", "y.parquet"))
        self.ok("convert", "latin.csv", "y.parquet", "--encoding", "latin1", "-q")
        self.assertEqual(self.rows("y.parquet"), [{"a": "caf\xe9"}])

    def test_duplicate_names_are_an_error_that_says_what_mends_them(self):
        self.write("in.csv", "a,a\n1,2\n")
        error = self.run_tool("convert", "in.csv", "x.parquet")
        self.assertIn(b"--rename-duplicates", error.stderr)
        self.assertNotEqual(error.returncode, 0)
        self.ok("convert", "in.csv", "x.parquet", "--rename-duplicates", "-q")
        self.assertEqual(self.rows("x.parquet"), [{"a": 1, "a_2": 2}])


class JsonLines(ToolTest):
    def test_nesting_survives(self):
        self.write("in.jsonl", '{"a":1,"b":{"c":[1,null,3],"d":"x"}}\n{"a":null,"b":{"c":[],"d":null}}\n{"b":null}\n')
        self.ok("convert", "in.jsonl", "x.parquet", "--prove")
        self.assertEqual(self.rows("x.parquet"), [{"a": 1, "b": {"c": [1, None, 3], "d": "x"}},
                                                  {"a": None, "b": {"c": [], "d": None}}, {"a": None, "b": None}])
        self.ok("convert", "x.parquet", "y.jsonl", "-q")
        self.ok("convert", "y.jsonl", "z.parquet", "--prove", "-q")
        self.assertEqual(self.rows("z.parquet"), self.rows("x.parquet"))

    def test_a_top_level_array_is_read_as_lines(self):
        self.write("in.json", '[{"a":1},\n {"a":2}]')
        self.assertEqual(self.rows("in.json"), [{"a": 1}, {"a": 2}])

    def test_faults_name_their_line(self):
        self.write("in.jsonl", '{"a":1}\n{"a":}\n')
        self.assertRegex(self.fails(4, "convert", "in.jsonl", "x.parquet"), r"in\.jsonl: .*line 2")
        self.write("in.jsonl", '{"a":1,"a":2}\n')
        self.assertIn("a", self.fails(4, "convert", "in.jsonl", "x.parquet"))
        self.assertFalse(self.path("x.parquet").exists())

    def test_infer_only(self):
        self.write("in.jsonl", '{"a":1}\n{"a":2.5}\n')
        schema = self.ok("convert", "in.jsonl", "--infer-only")
        self.assertRegex(schema, r"^a: double")
        self.write("types", schema)
        self.ok("convert", "in.jsonl", "x.parquet", "--schema", "types", "--prove")


class Proof(ToolTest):
    def test_says_what_it_compared(self):
        self.ok("generate", "g.csv", "--rows", "1000", "-q")
        shown = self.ok("convert", "g.csv", "g.parquet", "--prove")
        self.assertIn("all 23,000 values of 1,000 rows equal the input", shown)

    def test_needs_what_can_be_read_twice(self):
        self.assertIn("--prove", self.fails(2, "convert", "-", "x.parquet", "--from", "csv", "--prove", stdin=b"a\n1\n"))


class Generated(ToolTest):
    def test_the_seed_decides_and_nothing_else(self):
        for ending in ("csv", "parquet", "jsonl"):
            self.ok("generate", f"a.{ending}", "--rows", "500", "--seed", "5", "-q")
            self.ok("generate", f"b.{ending}", "--rows", "500", "--seed", "5", "-q")
            self.ok("generate", f"c.{ending}", "--rows", "500", "--seed", "6", "-q")
            self.assertEqual(self.path(f"a.{ending}").read_bytes(), self.path(f"b.{ending}").read_bytes())
            self.assertNotEqual(self.path(f"a.{ending}").read_bytes(), self.path(f"c.{ending}").read_bytes())

    def test_fewer_rows_are_the_first_of_more(self):
        self.ok("generate", "few.csv", "--rows", "100", "-q")
        self.ok("generate", "many.csv", "--rows", "17000", "-q")
        few = self.path("few.csv").read_bytes()
        self.assertEqual(self.path("many.csv").read_bytes()[:len(few)], few)

    def test_has_nulls_and_nesting(self):
        self.ok("generate", "g.parquet", "--rows", "500", "-q")
        rows = self.rows("g.parquet")
        self.assertTrue(any(r["tags"] is None for r in rows) and any(r["tags"] == [] for r in rows))
        self.assertTrue(any(None in (r["tags"] or []) for r in rows))
        self.assertTrue(all(set(r["point"]) == {"x", "y"} for r in rows))
        self.assertTrue(any(r["attributes"] for r in rows))


if __name__ == "__main__":
    unittest.main()
