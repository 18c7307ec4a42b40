/**
 * Properties about a person who has a record of their own: `authorId`, `createdBy`, `assignee: { id, name }`, by their
 * names.
 */
import { memoize, memoizeString } from '../../../spec/memoize.ts';
import { lettersOf } from '../../../spec/model/name-parts.ts';
import { lastLiteral, parameterNames } from '../../../spec/resources/path-templates.ts';
import type { Resource } from '../../../spec/resources/resources.ts';

export interface PersonProperty {
  /** Whether it is the person who created the record. */
  readonly isCreator: boolean;
  /** `any` shows the identifier or a name, or is an object about the person. */
  readonly shows: 'id' | 'name' | 'email' | 'any';
  /** `author` of `authorId` and of `authorName`. */
  readonly subject: string;
}

const CREATOR =
  'author|creator|owner|user|requester|reporter|uploader|sender|poster|submitter|commenter|customer|buyer';
// The `lead` of an article is a text, so only its identifier is that of a person.
const OTHER =
  'assignee|reviewer|approver|editor|agent|responder|resolver|modifier|updater|closer|manager|supervisor|moderator|lead(?=(?:id|uuid)$)';
const CREATED = 'created|added|posted|written|uploaded|submitted|opened|requested|reported|sent|owned|authored';
// A new record was last changed by its creator.
const CHANGED = '(?:last)?(?:updated|modified|changed)';
const LATER = 'assigned|closed|resolved|approved|reviewed|deleted|edited|archived|cancelled|canceled|handled';
const PATTERN = new RegExp(
  `^(?:(${CREATOR}|(?:${CREATED}|${CHANGED})by)|${OTHER}|(?:${LATER})by)(?:user)?(id|uuid|name|fullname|displayname|email)?$`,
);

/** Undefined for other properties. */
export const personProperty = memoizeString((name: string): PersonProperty | undefined => {
  const letters = lettersOf(name);
  const [, creator, ending] = PATTERN.exec(letters) ?? [];
  // `userName` may be that of an account at another service.
  if (!PATTERN.test(letters) || /^user(?:name|email)$/.test(letters)) return undefined;
  return {
    isCreator: creator !== undefined,
    shows: ending === 'id' || ending === 'uuid' ? 'id' : ending === 'email' ? 'email' : ending ? 'name' : 'any',
    subject: letters.slice(0, letters.length - (ending ?? '').length).replace(/by(?:user)?$/, 'by'),
  };
});

/** Whether a value at this path identifies a person: `authorId`, `createdBy`, `author.id`. */
export function identifiesPerson(path: readonly string[]): boolean {
  const [name = '', ending, ...deeper] = path.slice(-2);
  if (deeper.length > 0) return false;
  const outer = personProperty(name);
  if (ending !== undefined) return outer?.shows === 'any' && /^(?:user)?(?:id|uuid)$/.test(lettersOf(ending));
  return outer !== undefined && (outer.shows === 'id' || (outer.shows === 'any' && outer.subject.endsWith('by')));
}

/** Whether the property is about a customer, and customers have a collection beside that of the users. */
export function isOtherPerson({ subject }: PersonProperty, resources: readonly Resource[]): boolean {
  const own = subject === 'customer' || subject === 'buyer' ? findCustomers(resources) : undefined;
  return own !== undefined && own !== findPeople(resources);
}

const findCustomers = memoize((resources: readonly Resource[]): Resource | undefined =>
  resources.find(({ collection }) => /^(?:customers|buyers|clients|shoppers)$/i.test(lastLiteral(collection))),
);

/** In the order in which one of several is chosen. */
const PEOPLE = [
  'users',
  'people',
  'persons',
  'members',
  'accounts',
  'employees',
  'staff',
  'agents',
  'authors',
  'customers',
];

/** The collection of the people to whom such properties refer; undefined without one. */
export const findPeople = memoize((resources: readonly Resource[]): Resource | undefined => {
  const top = resources.filter(
    ({ collection, item, idName, roles }) =>
      parameterNames(collection).length === 0 &&
      (item !== undefined || idName !== undefined) &&
      (roles.has('read') || roles.has('list')),
  );
  const named = (noun: string) => top.find(({ collection }) => lastLiteral(collection).toLowerCase() === noun);
  return PEOPLE.map(named).find((one) => one !== undefined);
});
