/** Compares what strings contain: their keywords validate nothing, but clients decode the content by them. */
import type { Schema } from '../../model/schema.ts';
import type { Constraints } from '../constraints/constraints.ts';
import type { SchemaKind } from '../rules/schema-rules.ts';
import { type ConstraintsPair, createDifference, type Difference } from './difference.ts';

export function* compareContents(pair: ConstraintsPair): Generator<Difference> {
  yield* compareKeyword(pair, 'contentEncoding', () => 'content-encoding-changed');
  yield* compareKeyword(pair, 'contentMediaType', mediaTypeKind);
}

type ContentKeyword = 'contentEncoding' | 'contentMediaType';

function* compareKeyword(
  pair: ConstraintsPair,
  keyword: ContentKeyword,
  kindOf: (was: string | undefined, is: string | undefined) => SchemaKind,
): Generator<Difference> {
  const [was, is] = [declaredContent(pair.before, keyword), declaredContent(pair.after, keyword)];
  if (was === is || isFormatOf(pair.before, was, is) || isFormatOf(pair.after, is, was)) return;
  yield createDifference(pair, { kind: kindOf(was, is), keyword, was: was ?? 'none', is: is ?? 'none' });
}

function mediaTypeKind(was: string | undefined, is: string | undefined): SchemaKind {
  if (was === undefined) return 'content-media-type-added';
  return is === undefined ? 'content-media-type-removed' : 'content-media-type-changed';
}

function declaredContent({ sources }: Constraints, keyword: ContentKeyword): string | undefined {
  return sources.map((schema: Schema) => schema[keyword]).find((value) => value !== undefined);
}

/** The formats of OpenAPI 3.0 that are keywords in 3.1. */
const contentFormats: ReadonlyMap<string, string> = new Map([
  ['base64', 'byte'],
  ['application/octet-stream', 'binary'],
]);

/** Whether the constraints, which do not declare the keyword, have the format that means the other side's value. */
function isFormatOf({ formats }: Constraints, own: string | undefined, other: string | undefined): boolean {
  return own === undefined && formats.has(contentFormats.get(other ?? '') ?? '');
}

/** Whether the constraints declare by keyword what this format means. */
export function declaresAsContent(constraints: Constraints, format: string): boolean {
  const keywords: readonly ContentKeyword[] = ['contentEncoding', 'contentMediaType'];
  return keywords.some((keyword) => contentFormats.get(declaredContent(constraints, keyword) ?? '') === format);
}
