#pragma once

#include "array/type.h"

namespace taracea::schema {

/// Whether a type has as many children as its id asks for, one level deep (a map: the struct of key and value too).
/// Types from outside are checked with it before their children are looked at.
inline bool HasItsChildren(const array::Type& type) noexcept {
  using array::TypeId;
  switch (type.id) {
    case TypeId::kList:
    case TypeId::kLargeList:
    case TypeId::kListView:
    case TypeId::kLargeListView:
    case TypeId::kFixedSizeList:
    case TypeId::kDictionary: return type.child_count() == 1;
    case TypeId::kRunEndEncoded: return type.child_count() == 2;
    case TypeId::kMap:
      return type.child_count() == 1 && type.child(0).type.id == TypeId::kStruct &&
             type.child(0).type.child_count() == 2;
    default: return true;
  }
}

}  // namespace taracea::schema
