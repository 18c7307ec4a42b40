import type { Malformation, MalformedKind } from './malformation.ts';

/** JSONTestSuite: n_object_trailing_comment*, n_structure_object_with_comment, n_structure_trailing_#. */
export const comments: MalformedKind = {
  topic: 'comments',
  malformations: [
    { name: 'comment', words: 'a comment before it', break: ({ json }) => `/* x */${json}` },
    within('comment inside', 'a comment after its first bracket', '/* x */'),
    within('line comment inside', 'a comment to the end of the line', '// x\n'),
    within('hash comment inside', 'a comment after a hash sign', '# x\n'),
    after('comment at the end', 'a comment after it', '/* x */'),
    after('line comment at the end', 'a line comment after it', '// x'),
    after('hash at the end', 'a hash sign after it', '#'),
    after('unclosed comment', 'a comment after it that is not closed', '/*'),
    after('slash at the end', 'a slash after it', '/'),
    after('markup comment', 'a comment of markup after it', '<!-- x -->'),
    after('sql comment', 'a comment of SQL after it', '-- x'),
  ],
};

function within(name: string, words: string, comment: string): Malformation {
  return { name, words, break: ({ json }) => `${json.slice(0, 1)}${comment}${json.slice(1)}` };
}

function after(name: string, words: string, comment: string): Malformation {
  return { name, words, break: ({ json }) => `${json}${comment}` };
}
