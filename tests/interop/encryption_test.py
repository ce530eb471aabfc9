"""Encrypted files of pyarrow are read with the keys that it made, and with those only."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import pyarrow as pa
import pyarrow.parquet as pq
import pyarrow.parquet.encryption as pe

TOOL = os.environ.get("TARACEA_TOOL", "build/release/taracea")
ROWS = 5000
TABLE = pa.table({
    "id": pa.array(range(ROWS)),
    "name": pa.array([None if i % 7 == 0 else f"name {i % 100}" for i in range(ROWS)]),
    "list": pa.array([[i, i + 1] if i % 3 else [] for i in range(ROWS)]),
    "plain": pa.array([i / 3 for i in range(ROWS)]),
})


class KeyService(pe.KmsClient):
    """Hands out what it is given, and remembers which key was wrapped as what."""

    def __init__(self, keys):
        pe.KmsClient.__init__(self)
        self.keys = keys

    def wrap_key(self, key_bytes, master_key_identifier):
        self.keys[master_key_identifier] = bytes(key_bytes)
        return f"wrapped under {master_key_identifier}"

    def unwrap_key(self, wrapped_key, master_key_identifier):
        return self.keys[master_key_identifier]


class EncryptionTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="taracea-encryption-")
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name) / "secret.parquet"

    def write(self, **choices):
        """Writes the table under master keys f, c and d, and returns the data keys by them."""
        keys = {}
        factory = pe.CryptoFactory(lambda _: KeyService(keys))
        choices = {"column_keys": {"c": ["name"], "d": ["list.list.element"]}, **choices}
        configuration = pe.EncryptionConfiguration(footer_key="f", double_wrapping=False, **choices)
        properties = factory.file_encryption_properties(pe.KmsConnectionConfig(), configuration)
        with pq.ParquetWriter(self.path, TABLE.schema, encryption_properties=properties, write_page_index=True,
                              data_page_size=4096) as writer:
            writer.write_table(TABLE, row_group_size=2000)
        return keys

    def run_tool(self, *words):
        return subprocess.run([TOOL, *words, self.path], capture_output=True, timeout=60)

    def test_every_algorithm_footer_and_key_size_is_read(self):
        for algorithm in ("AES_GCM_V1", "AES_GCM_CTR_V1"):
            for plaintext_footer in (False, True):
                for bits in (128, 192, 256):
                    with self.subTest(algorithm=algorithm, plaintext_footer=plaintext_footer, bits=bits):
                        keys = self.write(encryption_algorithm=algorithm, plaintext_footer=plaintext_footer,
                                          data_key_length_bits=bits)
                        words = [f"--key=footer={keys['f'].hex()}", f"--key=name={keys['c'].hex()}",
                                 f"--key=list.list.element={keys['d'].hex()}"]
                        done = self.run_tool("cat", "--format", "arrow", *words)
                        self.assertEqual(done.returncode, 0, done.stderr.decode())
                        self.assertEqual(pa.ipc.open_stream(done.stdout).read_all(), TABLE)
                        done = self.run_tool("verify", "--json", *words)
                        self.assertEqual((done.returncode, json.loads(done.stdout)["findings"]), (0, []))

    def test_a_missing_key_costs_its_column_and_no_message_holds_a_key(self):
        keys = self.write(plaintext_footer=True)
        path = self.path.with_name("keys")
        path.write_text(f"# data keys\nname={keys['c'].hex()}\n\nlist.list.element={'0' * 32}\n")
        done = self.run_tool("cat", "-c", "plain", "-c", "id", "-c", "name", "--format", "arrow", "--key-file", path)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        self.assertEqual(pa.ipc.open_stream(done.stdout).read_all(), TABLE.select(["id", "name", "plain"]))
        wrong = self.run_tool("cat", "-c", "list", "--key-file", path)
        self.assertEqual(wrong.returncode, 4)
        self.assertIn(b"does not decrypt", wrong.stderr)
        missing = self.run_tool("cat", "-c", "list")
        self.assertEqual(missing.returncode, 5)
        self.assertIn(b"is not known", missing.stderr)
        bad = self.run_tool("cat", "--key", f"name={keys['c'].hex()}0")
        self.assertEqual(bad.returncode, 2)
        for message in (wrong.stderr, missing.stderr, bad.stderr):
            self.assertEqual(message.count(b"\n"), 1)
            self.assertNotIn(keys["c"].hex().encode(), message)

    def test_the_tool_says_what_is_encrypted(self):
        keys = self.write(plaintext_footer=True)
        info = self.run_tool("info", "--key", f"footer={keys['f'].hex()}").stdout.decode()
        self.assertIn("its signature fits; 2 of 4 columns encrypted, 2 with a key of its own", info)
        words = {column["path"]: column["encryption"] for column in json.loads(self.run_tool("schema", "--json").stdout)["columns"]}
        self.assertEqual(words, {"id": None, "name": "column key", "list.list.element": "column key", "plain": None})
        footer = json.loads(self.run_tool("meta", "--json").stdout)["footer"]
        self.assertIn("AES_GCM_V1", footer["encryption_algorithm"])
        self.assertIn("signature not checked", self.run_tool("meta").stdout.decode())


if __name__ == "__main__":
    unittest.main()
