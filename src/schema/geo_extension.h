#pragma once

#include <string>
#include <string_view>

#include "taracea/types.h"

namespace taracea::schema {

/// The parameters of the geoarrow.wkb extension type for a GEOMETRY or GEOGRAPHY: a JSON object with crs, crs_type
/// where it follows from the text, and edges for GEOGRAPHY. Spec: Geospatial.md#crs-customization
std::string GeoExtensionMetadata(const LogicalType& logical_type);

/// The logical type for the parameters of geoarrow.wkb: GEOGRAPHY when they name edges other than planar, else
/// GEOMETRY; a crs that is an object stays as its JSON text. Anything that is not understood counts as absent.
LogicalType GeoLogicalType(std::string_view extension_metadata);

}  // namespace taracea::schema
