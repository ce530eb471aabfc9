#pragma once

#include "format/statistics_fields.h"
#include "taracea/metadata.h"
#include "thrift/field_table.h"

namespace taracea {

// The tables of what stands in front of pages and of what points at them. They stand in namespace taracea, where the
// structs are.

constexpr auto Fields(const DataPageHeader* /*self*/) {
  using S = DataPageHeader;
  return thrift::Table("DataPageHeader",                                                                 //
                       thrift::Required(1, &S::num_values, "num_values"),                                //
                       thrift::Required(2, &S::encoding, "encoding"),                                    //
                       thrift::Required(3, &S::definition_level_encoding, "definition_level_encoding"),  //
                       thrift::Required(4, &S::repetition_level_encoding, "repetition_level_encoding"),  //
                       thrift::Optional(5, &S::statistics, "statistics"));
}

constexpr auto Fields(const IndexPageHeader* /*self*/) {
  return thrift::Table("IndexPageHeader");
}

constexpr auto Fields(const DictionaryPageHeader* /*self*/) {
  using S = DictionaryPageHeader;
  return thrift::Table("DictionaryPageHeader",                             //
                       thrift::Required(1, &S::num_values, "num_values"),  //
                       thrift::Required(2, &S::encoding, "encoding"),      //
                       thrift::Optional(3, &S::is_sorted, "is_sorted"));
}

constexpr auto Fields(const DataPageHeaderV2* /*self*/) {
  using S = DataPageHeaderV2;
  return thrift::Table("DataPageHeaderV2",                                                                       //
                       thrift::Required(1, &S::num_values, "num_values"),                                        //
                       thrift::Required(2, &S::num_nulls, "num_nulls"),                                          //
                       thrift::Required(3, &S::num_rows, "num_rows"),                                            //
                       thrift::Required(4, &S::encoding, "encoding"),                                            //
                       thrift::Required(5, &S::definition_levels_byte_length, "definition_levels_byte_length"),  //
                       thrift::Required(6, &S::repetition_levels_byte_length, "repetition_levels_byte_length"),  //
                       thrift::Optional(7, &S::is_compressed, "is_compressed"),                                  //
                       thrift::Optional(8, &S::statistics, "statistics"));
}

constexpr auto Fields(const SplitBlockAlgorithm* /*self*/) {
  return thrift::Table("SplitBlockAlgorithm");
}

constexpr auto Fields(const BloomFilterAlgorithm* /*self*/) {
  using S = BloomFilterAlgorithm;
  return thrift::Table("BloomFilterAlgorithm",  //
                       thrift::Optional(1, &S::block, "BLOCK"));
}

constexpr auto Fields(const XxHash* /*self*/) {
  return thrift::Table("XxHash");
}

constexpr auto Fields(const BloomFilterHash* /*self*/) {
  using S = BloomFilterHash;
  return thrift::Table("BloomFilterHash",  //
                       thrift::Optional(1, &S::xxhash, "XXHASH"));
}

constexpr auto Fields(const Uncompressed* /*self*/) {
  return thrift::Table("Uncompressed");
}

constexpr auto Fields(const BloomFilterCompression* /*self*/) {
  using S = BloomFilterCompression;
  return thrift::Table("BloomFilterCompression",  //
                       thrift::Optional(1, &S::uncompressed, "UNCOMPRESSED"));
}

constexpr auto Fields(const BloomFilterHeader* /*self*/) {
  using S = BloomFilterHeader;
  return thrift::Table("BloomFilterHeader",                              //
                       thrift::Required(1, &S::num_bytes, "numBytes"),   //
                       thrift::Required(2, &S::algorithm, "algorithm"),  //
                       thrift::Required(3, &S::hash, "hash"),            //
                       thrift::Required(4, &S::compression, "compression"));
}

constexpr auto Fields(const PageHeader* /*self*/) {
  using S = PageHeader;
  return thrift::Table("PageHeader",                                                               //
                       thrift::Required(1, &S::type, "type"),                                      //
                       thrift::Required(2, &S::uncompressed_page_size, "uncompressed_page_size"),  //
                       thrift::Required(3, &S::compressed_page_size, "compressed_page_size"),      //
                       thrift::Optional(4, &S::crc, "crc"),                                        //
                       thrift::Optional(5, &S::data_page_header, "data_page_header"),              //
                       thrift::Optional(6, &S::index_page_header, "index_page_header"),            //
                       thrift::Optional(7, &S::dictionary_page_header, "dictionary_page_header"),  //
                       thrift::Optional(8, &S::data_page_header_v2, "data_page_header_v2"));
}

constexpr auto Fields(const PageLocation* /*self*/) {
  using S = PageLocation;
  return thrift::Table("PageLocation",                                                         //
                       thrift::Required(1, &S::offset, "offset"),                              //
                       thrift::Required(2, &S::compressed_page_size, "compressed_page_size"),  //
                       thrift::Required(3, &S::first_row_index, "first_row_index"));
}

constexpr auto Fields(const OffsetIndex* /*self*/) {
  using S = OffsetIndex;
  return thrift::Table("OffsetIndex",                                              //
                       thrift::Required(1, &S::page_locations, "page_locations"),  //
                       thrift::UnlessEmpty(2, &S::unencoded_byte_array_data_bytes, "unencoded_byte_array_data_bytes"));
}

constexpr auto Fields(const ColumnIndex* /*self*/) {
  using S = ColumnIndex;
  return thrift::Table("ColumnIndex",                                                                           //
                       thrift::Required(1, &S::null_pages, "null_pages"),                                       //
                       thrift::Binary(thrift::Required(2, &S::min_values, "min_values")),                       //
                       thrift::Binary(thrift::Required(3, &S::max_values, "max_values")),                       //
                       thrift::Required(4, &S::boundary_order, "boundary_order"),                               //
                       thrift::UnlessEmpty(5, &S::null_counts, "null_counts"),                                  //
                       thrift::UnlessEmpty(6, &S::repetition_level_histograms, "repetition_level_histograms"),  //
                       thrift::UnlessEmpty(7, &S::definition_level_histograms, "definition_level_histograms"),  //
                       thrift::UnlessEmpty(8, &S::nan_counts, "nan_counts"));
}

}  // namespace taracea
