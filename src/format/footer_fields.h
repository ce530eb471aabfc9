#pragma once

#include "format/logical_type_wire.h"
#include "format/statistics_fields.h"
#include "taracea/metadata.h"
#include "thrift/field_table.h"

namespace taracea {

// The tables of the footer, from schema elements to file metadata. They stand in namespace taracea, where the structs
// are.

constexpr auto Fields(const SchemaElement* /*self*/) {
  using S = SchemaElement;
  return thrift::Table("SchemaElement",                                              //
                       thrift::Optional(1, &S::type, "type"),                        //
                       thrift::Optional(2, &S::type_length, "type_length"),          //
                       thrift::Optional(3, &S::repetition_type, "repetition_type"),  //
                       thrift::Required(4, &S::name, "name"),                        //
                       thrift::Optional(5, &S::num_children, "num_children"),        //
                       thrift::Optional(6, &S::converted_type, "converted_type"),    //
                       thrift::Optional(7, &S::scale, "scale"),                      //
                       thrift::Optional(8, &S::precision, "precision"),              //
                       thrift::Optional(9, &S::field_id, "field_id"),                //
                       thrift::UnlessEmpty(10, &S::logical_type, "logicalType"));
}

constexpr auto Fields(const KeyValue* /*self*/) {
  using S = KeyValue;
  return thrift::Table("KeyValue",                           //
                       thrift::Required(1, &S::key, "key"),  //
                       thrift::Optional(2, &S::value, "value"));
}

constexpr auto Fields(const SortingColumn* /*self*/) {
  using S = SortingColumn;
  return thrift::Table("SortingColumn",                                    //
                       thrift::Required(1, &S::column_idx, "column_idx"),  //
                       thrift::Required(2, &S::descending, "descending"),  //
                       thrift::Required(3, &S::nulls_first, "nulls_first"));
}

constexpr auto Fields(const PageEncodingStats* /*self*/) {
  using S = PageEncodingStats;
  return thrift::Table("PageEncodingStats",                              //
                       thrift::Required(1, &S::page_type, "page_type"),  //
                       thrift::Required(2, &S::encoding, "encoding"),    //
                       thrift::Required(3, &S::count, "count"));
}

constexpr auto Fields(const ColumnMetaData* /*self*/) {
  using S = ColumnMetaData;
  return thrift::Table("ColumnMetaData",                                                             //
                       thrift::Required(1, &S::type, "type"),                                        //
                       thrift::Required(2, &S::encodings, "encodings"),                              //
                       thrift::UnlessEmpty(3, &S::path_in_schema, "path_in_schema"),                 //
                       thrift::Required(4, &S::codec, "codec"),                                      //
                       thrift::Required(5, &S::num_values, "num_values"),                            //
                       thrift::Required(6, &S::total_uncompressed_size, "total_uncompressed_size"),  //
                       thrift::Required(7, &S::total_compressed_size, "total_compressed_size"),      //
                       thrift::UnlessEmpty(8, &S::key_value_metadata, "key_value_metadata"),         //
                       thrift::Required(9, &S::data_page_offset, "data_page_offset"),                //
                       thrift::Optional(10, &S::index_page_offset, "index_page_offset"),             //
                       thrift::Optional(11, &S::dictionary_page_offset, "dictionary_page_offset"),   //
                       thrift::Optional(12, &S::statistics, "statistics"),                           //
                       thrift::UnlessEmpty(13, &S::encoding_stats, "encoding_stats"),                //
                       thrift::Optional(14, &S::bloom_filter_offset, "bloom_filter_offset"),         //
                       thrift::Optional(15, &S::bloom_filter_length, "bloom_filter_length"),         //
                       thrift::Optional(16, &S::size_statistics, "size_statistics"),                 //
                       thrift::Optional(17, &S::geospatial_statistics, "geospatial_statistics"));
}

constexpr auto Fields(const EncryptionWithFooterKey* /*self*/) {
  return thrift::Table("EncryptionWithFooterKey");
}

constexpr auto Fields(const EncryptionWithColumnKey* /*self*/) {
  using S = EncryptionWithColumnKey;
  return thrift::Table("EncryptionWithColumnKey",                                  //
                       thrift::Required(1, &S::path_in_schema, "path_in_schema"),  //
                       thrift::Binary(thrift::Optional(2, &S::key_metadata, "key_metadata")));
}

constexpr auto Fields(const ColumnCryptoMetaData* /*self*/) {
  using S = ColumnCryptoMetaData;
  return thrift::Table("ColumnCryptoMetaData",                                                             //
                       thrift::Optional(1, &S::encryption_with_footer_key, "ENCRYPTION_WITH_FOOTER_KEY"),  //
                       thrift::Optional(2, &S::encryption_with_column_key, "ENCRYPTION_WITH_COLUMN_KEY"));
}

constexpr auto Fields(const ColumnChunk* /*self*/) {
  using S = ColumnChunk;
  return thrift::Table("ColumnChunk",                                                        //
                       thrift::Optional(1, &S::file_path, "file_path"),                      //
                       thrift::Defaulted(2, &S::file_offset, "file_offset"),                 //
                       thrift::Optional(3, &S::meta_data, "meta_data"),                      //
                       thrift::Optional(4, &S::offset_index_offset, "offset_index_offset"),  //
                       thrift::Optional(5, &S::offset_index_length, "offset_index_length"),  //
                       thrift::Optional(6, &S::column_index_offset, "column_index_offset"),  //
                       thrift::Optional(7, &S::column_index_length, "column_index_length"),  //
                       thrift::Optional(8, &S::crypto_metadata, "crypto_metadata"),          //
                       thrift::Binary(thrift::Optional(9, &S::encrypted_column_metadata, "encrypted_column_metadata")));
}

constexpr auto Fields(const RowGroup* /*self*/) {
  using S = RowGroup;
  return thrift::Table("RowGroup",                                                               //
                       thrift::Required(1, &S::columns, "columns"),                              //
                       thrift::Required(2, &S::total_byte_size, "total_byte_size"),              //
                       thrift::Required(3, &S::num_rows, "num_rows"),                            //
                       thrift::UnlessEmpty(4, &S::sorting_columns, "sorting_columns"),           //
                       thrift::Optional(5, &S::file_offset, "file_offset"),                      //
                       thrift::Optional(6, &S::total_compressed_size, "total_compressed_size"),  //
                       thrift::Optional(7, &S::ordinal, "ordinal"));
}

constexpr auto Fields(const AesGcmV1* /*self*/) {
  using S = AesGcmV1;
  return thrift::Table("AesGcmV1",                                                                   //
                       thrift::Binary(thrift::Optional(1, &S::aad_prefix, "aad_prefix")),            //
                       thrift::Binary(thrift::Optional(2, &S::aad_file_unique, "aad_file_unique")),  //
                       thrift::Optional(3, &S::supply_aad_prefix, "supply_aad_prefix"));
}

constexpr auto Fields(const AesGcmCtrV1* /*self*/) {
  using S = AesGcmCtrV1;
  return thrift::Table("AesGcmCtrV1",                                                                //
                       thrift::Binary(thrift::Optional(1, &S::aad_prefix, "aad_prefix")),            //
                       thrift::Binary(thrift::Optional(2, &S::aad_file_unique, "aad_file_unique")),  //
                       thrift::Optional(3, &S::supply_aad_prefix, "supply_aad_prefix"));
}

constexpr auto Fields(const EncryptionAlgorithm* /*self*/) {
  using S = EncryptionAlgorithm;
  return thrift::Table("EncryptionAlgorithm",                              //
                       thrift::Optional(1, &S::aes_gcm_v1, "AES_GCM_V1"),  //
                       thrift::Optional(2, &S::aes_gcm_ctr_v1, "AES_GCM_CTR_V1"));
}

constexpr auto Fields(const FileMetaData* /*self*/) {
  using S = FileMetaData;
  return thrift::Table(
      "FileMetaData",                                                         //
      thrift::Required(1, &S::version, "version"),                            //
      thrift::Required(2, &S::schema, "schema"),                              //
      thrift::Required(3, &S::num_rows, "num_rows"),                          //
      thrift::Required(4, &S::row_groups, "row_groups"),                      //
      thrift::UnlessEmpty(5, &S::key_value_metadata, "key_value_metadata"),   //
      thrift::Optional(6, &S::created_by, "created_by"),                      //
      thrift::UnlessEmpty(7, &S::column_orders, "column_orders"),             //
      thrift::Optional(8, &S::encryption_algorithm, "encryption_algorithm"),  //
      thrift::Binary(thrift::Optional(9, &S::footer_signing_key_metadata, "footer_signing_key_metadata")));
}

constexpr auto Fields(const FileCryptoMetaData* /*self*/) {
  using S = FileCryptoMetaData;
  return thrift::Table("FileCryptoMetaData",                                                   //
                       thrift::Required(1, &S::encryption_algorithm, "encryption_algorithm"),  //
                       thrift::Binary(thrift::Optional(2, &S::key_metadata, "key_metadata")));
}

}  // namespace taracea
