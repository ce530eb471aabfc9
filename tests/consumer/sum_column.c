#include <stdio.h>

#include "taracea/c.h"

static int fail(taracea_error* error) {
  fprintf(stderr, "%s\n", error->text);
  taracea_error_free(error);
  return 1;
}

int main(void) {
  taracea_error* error = NULL;
  taracea_file* file = NULL;
  if (taracea_file_open("trips.parquet", NULL, &file, &error) != TARACEA_OK) return fail(error);
  const char* columns[] = {"distance"};
  taracea_scan_options options = {.struct_size = sizeof options, .columns = columns, .column_count = 1};
  struct ArrowArrayStream stream;
  const taracea_code code = taracea_file_scan(file, &options, &stream, &error);
  taracea_file_close(file); /* the stream goes on without it */
  if (code != TARACEA_OK) return fail(error);
  int64_t miles = 0;
  for (struct ArrowArray batch; stream.get_next(&stream, &batch) == 0 && batch.release; batch.release(&batch)) {
    const struct ArrowArray* column = batch.children[0];
    const int32_t* values = column->buffers[1];
    for (int64_t i = 0; i < column->length; ++i) miles += values[column->offset + i];
  }
  stream.release(&stream);
  printf("%lld miles\n", (long long)miles);
  return 0;
}
