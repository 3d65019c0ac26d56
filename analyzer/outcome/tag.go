package outcome

import "reflect"

func reflectTag(tag, key string) string { return reflect.StructTag(tag).Get(key) }
