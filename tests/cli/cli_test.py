"""The manners of the tool: exit codes, errors, help, formats, terminals, signals."""

import json
import os
import re
import signal
import subprocess
import unittest

from tool import ToolTest

PEOPLE = 'id,name,height,born\n1,Ada,1.5,1815-12-10\n2,"Grace, H.",,1906-12-09\n3,"",1.75,\n'
COMMANDS = ("convert", "info", "schema", "meta", "columns", "pages", "stats", "cat", "head", "tail", "sample",
            "verify", "generate")
INSPECTIONS = ("info", "schema", "meta", "columns", "pages", "stats")


class PeopleTest(ToolTest):
    """Has people.csv and people.parquet."""

    def setUp(self):
        super().setUp()
        self.write("people.csv", PEOPLE)
        self.ok("convert", "people.csv", "people.parquet", "-q")


class Help(ToolTest):
    def test_each_command_explains_itself_on_one_screen_with_examples_first(self):
        for command in COMMANDS:
            text = self.ok(command, "--help")
            lines = text.splitlines()
            self.assertLessEqual(len(lines), 24 if command != "convert" else 42, command)
            self.assertLessEqual(max(map(len, lines)), 102, command)
            self.assertLess(text.index(f"  taracea {command} "), text.index("Usage:"), command)
            self.assertEqual(text, self.ok("help", command))

    def test_general_help_lists_every_command_on_one_screen(self):
        text = self.ok("--help")
        self.assertLessEqual(len(text.splitlines()), 30)
        for command in COMMANDS:
            self.assertRegex(text, rf"(?m)^  {command} ")

    def test_shows_defaults(self):
        self.assertIn("[snappy]", self.ok("convert", "--help"))
        self.assertIn("[10]", self.ok("head", "--help"))

    def test_prints_its_version(self):
        self.assertRegex(self.ok("--version"), r"^taracea \d+\.\d+\.\d+\n$")


class UsageErrors(PeopleTest):
    def test_nothing_asked_is_a_usage_error_that_shows_help(self):
        done = self.run_tool()
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"Commands", done.stdout)

    def test_mistyped_words_are_met_with_near_ones(self):
        self.assertIn("did you mean head?", self.fails(2, "haed", "people.parquet"))
        self.assertIn("did you mean --limit?", self.fails(2, "head", "people.parquet", "--limt", "3"))
        self.assertRegex(self.fails(2, "cat", "people.parquet", "-c", "nam"), "did you mean.*name")
        self.assertRegex(self.fails(2, "cat", "people.csv", "-c", "nmae"), "did you mean.*name")
        self.assertIn("did you mean zstd?", self.fails(2, "convert", "people.csv", "x.parquet", "--codec", "zsdt"))

    def test_values_are_checked_before_anything_happens(self):
        for words, wanted in (
            (("head", "people.parquet", "-n", "x"), "whole number"),
            (("head", "people.parquet", "-n", "-1"), "whole number"),
            (("cat", "people.parquet", "--rows", "5"), "BEGIN:END"),
            (("cat", "people.parquet", "--rows", "5:3"), "BEGIN:END"),
            (("cat", "people.parquet", "--format", "xml"), "one of"),
            (("cat", "people.parquet", "--memory", "lots"), "size"),
            (("cat", "people.parquet", "-n"), "needs a value"),
            (("cat", "people.parquet", "--vertical=yes"), "takes no value"),
            (("cat",), "needs FILE"),
            (("convert", "people.csv"), "needs IN OUT"),
            (("convert", "people.csv", "out.xyz"), "--to"),
            (("convert", "people.csv", "-"), "--to"),
            (("convert", "people.csv", "x.parquet", "--level", "99", "--codec", "zstd"), "level"),
            (("convert", "people.csv", "x.csv", "--codec", "zstd"), "Parquet output only"),
            (("convert", "people.csv", "x.parquet", "--type", "id"), "COLUMN=TYPE"),
            (("convert", "people.csv", "x.parquet", "--header", "--no-header"), "exclude"),
            (("convert", "people.csv", "x.csv", "--prove"), "--prove"),
        ):
            with self.subTest(words):
                self.assertIn(wanted, self.fails(2, *words))
        self.assertEqual(sorted(os.listdir(self.folder)), ["people.csv", "people.parquet"])

    def test_an_existing_output_is_kept_without_force(self):
        before = self.path("people.parquet").read_bytes()
        self.assertIn("--force", self.fails(2, "convert", "people.csv", "people.parquet"))
        self.assertEqual(self.path("people.parquet").read_bytes(), before)
        self.ok("convert", "people.csv", "people.parquet", "--force")

    def test_a_double_dash_ends_the_options(self):
        self.write("-odd.csv", "a\n1\n")
        self.assertIn("1", self.ok("cat", "--from", "csv", "--csv", "--", "-odd.csv"))


class ExitCodes(PeopleTest):
    def test_a_missing_file_is_an_input_error_in_one_sentence(self):
        error = self.fails(3, "info", "absent.parquet")
        self.assertRegex(error, r"^taracea: absent\.parquet: .*\n$")

    def test_what_is_no_parquet_file_is_malformed(self):
        self.write("bad.parquet", "this is no parquet file at all")
        for command in ("info", "schema", "head", "columns"):
            self.assertIn("bad.parquet", self.fails(4, command, "bad.parquet"))

    def test_malformed_text_is_malformed_input_with_its_line(self):
        self.write("bad.csv", "a,b\n1,2\n3\n")
        self.assertRegex(self.fails(4, "convert", "bad.csv", "x.parquet"), r"bad\.csv: .*line 3")
        self.assertFalse(self.path("x.parquet").exists())

    def test_too_little_memory_is_a_limit(self):
        self.ok("generate", "g.parquet", "--rows", "20000", "-q")
        self.fails(6, "cat", "g.parquet", "--csv", "--memory", "100k")

    def test_several_files_go_on_and_the_highest_code_wins(self):
        self.write("bad.parquet", "x" * 100)
        done = self.run_tool("info", "absent.parquet", "bad.parquet", "people.parquet")
        self.assertEqual(done.returncode, 4)
        self.assertIn(b"people.parquet", done.stdout)
        self.assertIn(b"absent.parquet", done.stderr)
        done = self.run_tool("cat", "bad.parquet", "people.parquet", "absent.parquet", "--csv")
        self.assertEqual(done.returncode, 4)
        self.assertEqual(len(done.stdout.splitlines()), 4)

    def test_a_broken_pipe_is_silent(self):
        self.ok("generate", "g.parquet", "--rows", "20000", "-q")
        with self.start("cat", "g.parquet", "--jsonl", stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            process.stdout.read(100)
            process.stdout.close()
            self.assertEqual(process.wait(timeout=60), 141)
            self.assertEqual(process.stderr.read(), b"")

    def test_a_full_device_is_an_output_error(self):
        with open("/dev/full", "wb") as full:
            process = self.start("cat", "people.parquet", stdout=full, stderr=subprocess.PIPE)
            error = process.communicate(timeout=60)[1]
        self.assertEqual(process.returncode, 3)
        self.assertEqual(len(error.splitlines()), 1)


class Signals(ToolTest):
    def start_long_conversion(self):
        process = self.start("generate", "long.parquet", "--rows", "1000000000", "-q", stderr=subprocess.PIPE)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        # It writes under another name until it is done.
        self.assertTrue(self.wait_for(lambda: os.listdir(self.folder)))
        return process

    def test_ctrl_c_ends_with_130_and_leaves_nothing(self):
        process = self.start_long_conversion()
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=60), 130)
        self.assertEqual(os.listdir(self.folder), [])
        self.assertEqual(process.stderr.read(), b"")

    def test_a_killed_conversion_leaves_no_file_under_the_final_name(self):
        process = self.start_long_conversion()
        process.kill()
        process.wait(timeout=60)
        self.assertFalse(self.path("long.parquet").exists())

    def test_a_killed_conversion_keeps_the_file_that_was_there(self):
        self.write("kept.parquet", "precious")
        process = self.start("generate", "kept.parquet", "--rows", "1000000000", "-q", "--force")
        self.assertTrue(self.wait_for(lambda: len(os.listdir(self.folder)) > 1))
        process.kill()
        process.wait(timeout=60)
        self.assertEqual(self.path("kept.parquet").read_bytes(), b"precious")


class JsonErrors(PeopleTest):
    def test_errors_are_json_when_results_are(self):
        for words, code in ((("info", "absent.parquet", "--json"), 3), (("cat", "people.parquet", "-c", "x", "--json"), 2),
                            (("cat", "--json"), 2), (("haed", "x", "--json"), 2), (("cat", "--bad", "--format", "json"), 2)):
            error = json.loads(self.fails(code, *words))
            self.assertEqual(error["format_version"], 1)
            self.assertEqual(error["error"]["exit_code"], code)
            self.assertTrue(error["error"]["message"])
        self.assertEqual(json.loads(self.fails(3, "info", "absent.parquet", "--json"))["error"]["file"], "absent.parquet")


class Formats(PeopleTest):
    def test_every_row_format(self):
        self.assertEqual(self.ok("cat", "people.parquet", "--csv"), PEOPLE)
        self.assertEqual(self.ok("cat", "people.parquet", "--tsv", "-c", "id", "-c", "name"),
                         'id\tname\n1\tAda\n2\tGrace, H.\n3\t""\n')
        rows = self.rows("people.parquet")
        self.assertEqual(rows[1], {"id": 2, "name": "Grace, H.", "height": None, "born": "1906-12-09"})
        self.assertEqual(json.loads(self.ok("cat", "people.parquet", "--json")), rows)
        self.assertEqual(self.ok("cat", "people.parquet", "--format", "jsonl"), self.ok("cat", "people.parquet", "--jsonl"))
        arrow = self.run_tool("cat", "people.parquet", "--arrow").stdout
        self.write("people.arrows", arrow)
        self.assertEqual(self.rows("people.arrows"), rows)

    def test_no_rows_in_every_format(self):
        self.assertEqual(json.loads(self.ok("cat", "people.parquet", "--json", "-n", "0")), [])
        self.assertEqual(self.ok("cat", "people.parquet", "--jsonl", "-n", "0"), "")
        self.assertEqual(self.ok("cat", "people.parquet", "--csv", "-n", "0"), "id,name,height,born\n")

    def test_ranges_are_half_open_and_count_from_zero(self):
        for name in ("people.parquet", "people.csv"):
            self.assertEqual([r["id"] for r in self.rows(name, "--rows", "1:2")], [2])
            self.assertEqual([r["id"] for r in self.rows(name, "--rows", "1:")], [2, 3])
            self.assertEqual([r["id"] for r in self.rows(name, "--rows", ":2")], [1, 2])
            self.assertEqual([r["id"] for r in self.rows(name, "--rows", "1:", "-n", "1")], [2])
            self.assertEqual(self.rows(name, "--rows", "7:9"), [])

    def test_head_tail_and_sample(self):
        self.ok("generate", "g.parquet", "--rows", "1000", "-q")
        self.ok("generate", "g.csv", "--rows", "1000", "-q")
        for name in ("g.parquet", "g.csv"):
            ids = lambda *words: [int(x) for x in self.ok(*words, name, "-c", "id", "--csv").split()[1:]]
            self.assertEqual(ids("head"), list(range(10)))
            self.assertEqual(ids("tail"), list(range(990, 1000)))
            self.assertEqual(ids("tail", "-n", "2"), [998, 999])
            sample = ids("sample", "--seed", "7")
            self.assertEqual(len(set(sample)), 10)
            self.assertEqual(sample, sorted(sample))
            self.assertEqual(sample, ids("sample", "--seed", "7"))
            self.assertNotEqual(sample, ids("sample", "--seed", "8"))
            self.assertEqual(ids("sample", "-n", "5000"), list(range(1000)))
            self.assertEqual(ids("head", "--rows", "50:"), list(range(50, 60)))
            self.assertEqual(ids("head", "--rows", "50:53"), [50, 51, 52])
            self.assertEqual(ids("tail", "--rows", ":50", "-n", "3"), [47, 48, 49])
            self.assertEqual(ids("tail", "--rows", "48:50"), [48, 49])
            self.assertEqual(ids("sample", "--rows", "20:25"), list(range(20, 25)))
            self.assertEqual(ids("tail", "--rows", "2000:3000"), [])

    def test_several_files_become_one_stream_when_their_columns_agree(self):
        self.assertEqual([r["id"] for r in map(json.loads, self.ok("cat", "people.parquet", "people.parquet", "--jsonl").splitlines())],
                         [1, 2, 3] * 2)
        self.write("other.csv", "id,nam\n1,x\n")
        self.assertIn("other columns", self.fails(2, "cat", "people.parquet", "other.csv", "--csv"))
        table = self.ok("head", "people.parquet", "other.csv")
        self.assertIn("==> people.parquet <==", table)
        self.assertIn("==> other.csv <==", table)

    def test_reads_parquet_from_standard_input(self):
        data = self.path("people.parquet").read_bytes()
        self.assertIn("rows         3", re.sub(r" +3", "         3", self.ok("info", "-", stdin=data)))
        self.assertIn("Ada", self.ok("cat", "-", "--from", "parquet", stdin=data))

    def test_large_integers_can_be_strings_in_json(self):
        self.write("big.csv", "n\n9007199254740993\n1\n")
        self.assertEqual(self.ok("cat", "big.csv", "--jsonl"), '{"n":9007199254740993}\n{"n":1}\n')
        self.assertIn('{"n":"9007199254740993"}', self.ok("cat", "big.csv", "--jsonl", "--big-ints", "string"))


class Terminal(PeopleTest):
    def test_a_table_fits_and_says_what_it_left_out(self):
        self.ok("generate", "g.parquet", "--rows", "3", "-q")
        code, shown = self.on_terminal("head", "g.parquet", columns=60, env={"NO_COLOR": "1"})
        self.assertEqual(code, 0)
        self.assertLessEqual(max(len(line) for line in shown.splitlines()), 60)
        self.assertRegex(shown, r"\+\d+ columns: --vertical")

    def test_nothing_is_cut_off_a_terminal(self):
        self.ok("generate", "g.parquet", "--rows", "3", "-q")
        shown = self.ok("head", "g.parquet")
        self.assertNotIn("…", shown)
        self.assertIn("attributes", shown)

    def test_colours_are_for_terminals_that_want_them(self):
        self.assertIn("\x1b[", self.on_terminal("head", "people.parquet")[1])
        self.assertNotIn("\x1b[", self.on_terminal("head", "people.parquet", env={"NO_COLOR": "1"})[1])
        self.assertNotIn("\x1b[", self.on_terminal("head", "people.parquet", "--color", "never")[1])
        self.assertNotIn("\x1b[", self.ok("head", "people.parquet"))
        self.assertIn("\x1b[", self.ok("head", "people.parquet", "--color", "always"))

    def test_binary_is_refused(self):
        for words in (("cat", "people.parquet", "--arrow"), ("convert", "people.csv", "-", "--to", "parquet"),
                      ("pages", "people.parquet", "-c", "name", "--row-group", "0", "--page", "0", "--raw")):
            code, shown = self.on_terminal(*words, columns=200)
            self.assertEqual(code, 2, shown)
            self.assertIn("binary", shown)

    def test_control_characters_are_escaped(self):
        self.write("evil.csv", b'a\n"x\x1b[2Jy"\n')
        code, shown = self.on_terminal("head", "evil.csv", "--color", "never")
        self.assertEqual(code, 0)
        self.assertNotIn("\x1b", shown)
        self.write("\x1b[31m.parquet", "x")
        self.assertNotIn("\x1b", self.fails(4, "info", "\x1b[31m.parquet"))

    def test_a_long_conversion_shows_its_progress_and_removes_it(self):
        code, shown = self.on_terminal("generate", "g.csv", "--rows", "200000", columns=100)
        self.assertEqual(code, 0)
        self.assertRegex(shown, r"generating .* % .* rows/s .* s left")
        self.assertRegex(shown, r"left\r\x1b\[K[^\r]*g\.csv")
        done = self.run_tool("convert", "g.csv", "g.parquet", "--force", "--progress", "never")
        self.assertNotIn(b"\r", done.stderr)


class Inspections(PeopleTest):
    def test_json_is_one_object_a_file_a_line(self):
        for command in INSPECTIONS:
            lines = self.ok(command, "people.parquet", "people.parquet", "--json").splitlines()
            self.assertEqual(len(lines), 2, command)
            for line in lines:
                self.assertEqual(json.loads(line)["format_version"], 1, command)

    def test_every_inspection_in_every_format(self):
        for command in INSPECTIONS:
            for form in ("table", "jsonl", "csv", "tsv", "arrow"):
                done = self.run_tool(command, "people.parquet", f"--{form}")
                self.assertEqual(done.returncode, 0, (command, form, done.stderr))
                self.assertTrue(done.stdout, (command, form))

    def test_sizes_add_up_to_the_file(self):
        self.ok("generate", "g.parquet", "--rows", "5000", "-q")
        for name in ("people.parquet", "g.parquet"):
            facts = json.loads(self.ok("columns", name, "--json"))
            parts = sum(c["bytes"] for c in facts["columns"])
            rest = facts["footer_bytes"] + facts["magic_bytes"] + facts["other_bytes"]
            self.assertEqual(parts + rest, self.path(name).stat().st_size)
            self.assertEqual(facts["other_bytes"], 0)
            sizes = [c["bytes"] for c in facts["columns"]]
            self.assertEqual(sizes, sorted(sizes, reverse=True))

    def test_pages_cover_their_chunks(self):
        self.ok("generate", "g.parquet", "--rows", "50000", "-q")
        pages = json.loads(self.ok("pages", "g.parquet", "--json"))["pages"]
        chunks = {c["column"]: c["data_bytes"] for c in json.loads(self.ok("columns", "g.parquet", "--json"))["columns"]}
        for column, size in chunks.items():
            mine = [p for p in pages if p["column"] == column]
            self.assertEqual(sum(p["header_bytes"] + p["compressed_bytes"] for p in mine), size, column)
            self.assertEqual({p["crc"] for p in mine}, {"ok"})
            self.assertEqual(sum(p["rows"] for p in mine if p["page"] is not None), 50000)

    def test_one_page_as_values_and_as_bytes(self):
        place = ("people.parquet", "-c", "name", "--row-group", "0", "--page", "0")
        rows = [json.loads(line) for line in self.ok("pages", *place, "--values", "--jsonl").splitlines()]
        self.assertEqual([r["value"] for r in rows], ["Ada", "Grace, H.", ""])
        raw = self.run_tool("pages", *place, "--raw").stdout
        facts = json.loads(self.ok("pages", *place, "--json"))["pages"][0]
        self.assertEqual(len(raw), facts["header_bytes"] + facts["compressed_bytes"])
        whole = self.path("people.parquet").read_bytes()
        self.assertEqual(raw, whole[facts["offset"]:facts["offset"] + len(raw)])
        self.fails(2, "pages", "people.parquet", "-c", "name", "--row-group", "0", "--page", "99", "--values")
        self.fails(2, "pages", "people.parquet", "-c", "name", "--row-group", "9")

    def test_an_error_about_a_page_prints_the_command_that_shows_it(self):
        facts = json.loads(self.ok("pages", "people.parquet", "-c", "name", "--page", "0", "--json"))["pages"][0]
        broken = bytearray(self.path("people.parquet").read_bytes())
        broken[facts["offset"] + facts["header_bytes"]] ^= 0xFF
        self.write("broken.parquet", bytes(broken))
        error = self.fails(4, "cat", "broken.parquet")
        command = re.search(r"taracea (pages .*)$", error.strip())
        self.assertIsNotNone(command, error)
        listed = self.run_tool(*command.group(1).replace("'", "").split(), "--json")
        self.assertEqual(json.loads(listed.stdout)["pages"][0]["crc"], "DIFFERS")

    def test_stats_show_bounds_by_logical_type(self):
        chunks = {c["column"]: c for c in json.loads(self.ok("stats", "people.parquet", "--json"))["chunks"]}
        self.assertEqual((chunks["born"]["min"], chunks["born"]["max"], chunks["born"]["nulls"]), ("1815-12-10", "1906-12-09", 1))
        self.assertEqual((chunks["id"]["min"], chunks["id"]["max"]), ("1", "3"))

    def test_info_tells_what_is_odd(self):
        self.assertNotIn("odd", self.ok("info", "people.parquet"))
        self.ok("generate", "g.csv", "--rows", "1000", "-q")
        self.ok("convert", "g.csv", "small.parquet", "--row-group-rows", "100", "-q")
        self.assertIn("fewer than", self.ok("info", "small.parquet"))


class Verify(PeopleTest):
    def damaged(self):
        facts = json.loads(self.ok("pages", "people.parquet", "-c", "name", "--page", "0", "--json"))["pages"][0]
        broken = bytearray(self.path("people.parquet").read_bytes())
        broken[facts["offset"] + facts["header_bytes"]] ^= 0xFF
        return self.write("broken.parquet", bytes(broken))

    def test_good_files_are_fine_at_every_level(self):
        self.ok("generate", "g.parquet", "--rows", "5000", "-q")
        for level in ("structure", "checksums", "full"):
            shown = self.ok("verify", "people.parquet", "g.parquet", "--level", level)
            self.assertEqual(shown.count("fine"), 2, shown)
        self.assertEqual(self.ok("verify", "people.parquet", "-q"), "")

    def test_damage_is_a_finding_with_its_place(self):
        name = self.damaged()
        done = self.run_tool("verify", name, "people.parquet")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout.decode(), r"broken\.parquet: BAD, .*\n  error: expected .* column name, page 0")
        self.assertIn("taracea pages broken.parquet -c 'name' --row-group 0 --page 0", done.stdout.decode())
        self.assertIn("people.parquet: fine", done.stdout.decode())
        facts = json.loads(self.run_tool("verify", name, "--json").stdout)
        self.assertFalse(facts["ok"])
        self.assertEqual(facts["findings"][0]["column"], "name")
        self.assertIn("name", self.run_tool("verify", name, "--csv").stdout.decode())

    def test_what_is_no_parquet_file_is_a_finding_and_a_missing_file_an_error(self):
        self.write("bad.parquet", "no parquet file")
        self.assertEqual(self.run_tool("verify", "bad.parquet").returncode, 1)
        self.fails(3, "verify", "absent.parquet")
        self.assertEqual(self.run_tool("verify", "absent.parquet", "bad.parquet", "people.parquet").returncode, 3)

    def test_reads_standard_input(self):
        done = self.run_tool("verify", "-", stdin=self.path("people.parquet").read_bytes())
        self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main()
