/** Cases about what they use up, such as a DELETE: each is about a record that is made just before it is sent. */
import type { Case } from '../case.ts';
import type { Draft, Fresh } from '../draft.ts';
import { parameterText } from '../request/parameters.ts';
import type { Twin } from '../request/twin.ts';
import { namedBy, stepsOf } from './steps.ts';

export interface Renewal {
  /** The request with marks in its path, for families to make cases of. */
  readonly twin: Twin;
  /** About a record that nothing was done with yet. */
  readonly first: Twin;
  /** The same case with a record in the place of the marks. */
  renewed(tried: Case): Case;
}

/** Makes a record for a request that is about one; undefined where that fails. */
export type MakeAbout = (twin: Twin, fresh: Fresh) => Promise<Twin | undefined>;

/** `twin` is the one that cases are about where no other can be made: then nothing demands that it is there. */
export function renewalOf(twin: Twin, makeAbout: MakeAbout): Renewal {
  const names = stepsOf(twin.operation.path).map(({ name }) => name);
  return { twin: marked(twin, names), first: twin, renewed };

  function renewed(tried: Case): Case {
    return tried.story === undefined ? { ...tried, ready: (fresh) => ready(tried, fresh) } : tried;
  }

  async function ready(tried: Case, fresh: Fresh): Promise<Case> {
    const { company } = tried;
    const before = company?.before;
    const own = hasMark(tried.build(fresh)) ? await makeAbout(twin, fresh) : undefined;
    // What comes before it, and is valid, uses up a record of its own.
    const other = before === undefined ? undefined : await makeAbout(twin, fresh);
    return {
      ...tried,
      company:
        before === undefined
          ? company
          : {
              ...company,
              before: (judged, values) => before(judged, values).map((draft) => fill(draft, other)),
            },
      build: (values) => fill(tried.build(values), own),
    };
  }

  function fill(draft: Draft, own: Twin | undefined): Draft {
    if (!hasMark(draft)) return draft;
    const path = draft.path.replaceAll(MARKS, (_mark, index: string) =>
      textOf(own ?? twin, names[Number(index)]),
    );
    return own === undefined ? { ...draft, path, mayNotExist: true } : { ...draft, path };
  }
}

/** Not part of any word, and known again in capitals. */
const MARK = '9b7c4e52own';
const MARKS = new RegExp(`${MARK}(\\d+)end`, 'gi');

function marked(twin: Twin, names: readonly string[]): Twin {
  const parameters = twin.parameters.map((given) => {
    const index = given.parameter.in === 'path' ? names.indexOf(given.parameter.name) : -1;
    return index < 0 ? given : { ...given, written: `${MARK}${index}end` };
  });
  return { ...twin, parameters };
}

function hasMark({ path }: Draft): boolean {
  return path.toLowerCase().includes(MARK);
}

function textOf(twin: Twin, name = ''): string {
  const given = namedBy(twin, name);
  return given === undefined ? '' : parameterText(given);
}
