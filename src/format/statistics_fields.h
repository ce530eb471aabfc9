#pragma once

#include "taracea/metadata.h"
#include "thrift/field_table.h"

namespace taracea {

// The tables of the statistics of chunks and pages. They stand in namespace taracea, where the structs are.

constexpr auto Fields(const SizeStatistics* /*self*/) {
  using S = SizeStatistics;
  return thrift::Table("SizeStatistics",                                                                             //
                       thrift::Optional(1, &S::unencoded_byte_array_data_bytes, "unencoded_byte_array_data_bytes"),  //
                       thrift::UnlessEmpty(2, &S::repetition_level_histogram, "repetition_level_histogram"),         //
                       thrift::UnlessEmpty(3, &S::definition_level_histogram, "definition_level_histogram"));
}

constexpr auto Fields(const BoundingBox* /*self*/) {
  using S = BoundingBox;
  return thrift::Table("BoundingBox",                          //
                       thrift::Required(1, &S::xmin, "xmin"),  //
                       thrift::Required(2, &S::xmax, "xmax"),  //
                       thrift::Required(3, &S::ymin, "ymin"),  //
                       thrift::Required(4, &S::ymax, "ymax"),  //
                       thrift::Optional(5, &S::zmin, "zmin"),  //
                       thrift::Optional(6, &S::zmax, "zmax"),  //
                       thrift::Optional(7, &S::mmin, "mmin"),  //
                       thrift::Optional(8, &S::mmax, "mmax"));
}

constexpr auto Fields(const GeospatialStatistics* /*self*/) {
  using S = GeospatialStatistics;
  return thrift::Table("GeospatialStatistics",                 //
                       thrift::Optional(1, &S::bbox, "bbox"),  //
                       thrift::UnlessEmpty(2, &S::geospatial_types, "geospatial_types"));
}

constexpr auto Fields(const Statistics* /*self*/) {
  using S = Statistics;
  return thrift::Table("Statistics",                                                       //
                       thrift::Binary(thrift::Optional(1, &S::max, "max")),                //
                       thrift::Binary(thrift::Optional(2, &S::min, "min")),                //
                       thrift::Optional(3, &S::null_count, "null_count"),                  //
                       thrift::Optional(4, &S::distinct_count, "distinct_count"),          //
                       thrift::Binary(thrift::Optional(5, &S::max_value, "max_value")),    //
                       thrift::Binary(thrift::Optional(6, &S::min_value, "min_value")),    //
                       thrift::Optional(7, &S::is_max_value_exact, "is_max_value_exact"),  //
                       thrift::Optional(8, &S::is_min_value_exact, "is_min_value_exact"),  //
                       thrift::Optional(9, &S::nan_count, "nan_count"));
}

}  // namespace taracea
