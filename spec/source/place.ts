/** A place in a document: `file` as the user named it, `pointer` an RFC 6901 JSON Pointer, `line` from 1. */
export interface Place {
  readonly file: string;
  readonly pointer: string;
  readonly line: number;
}

/** `spec/plant-store.yaml:42` */
export function formatPlace(place: Place): string {
  return `${place.file}:${place.line}`;
}
