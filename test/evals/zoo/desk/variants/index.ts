import { right } from '../../variant.ts';
import type { Enclosure } from '../../zoo.ts';
import type { Desk } from '../desk.ts';
import { wrongAnswers } from './answers.ts';
import { wrongBasic } from './basic.ts';
import type { DeskVariant } from './changes.ts';
import { wrongCookies } from './cookies.ts';
import { wrongEncodings } from './encodings.ts';
import { wrongFields } from './forms.ts';
import { wrongHeaders } from './headers.ts';
import { wrongParts } from './multipart.ts';
import { rightDesks } from './right.ts';
import { wrongSequences } from './sequences.ts';
import { wrongUploads } from './uploads.ts';

/** The desk itself and what differs from it without a fault; then all that break the contract. */
export const enclosures: readonly Enclosure<DeskVariant>[] = [
  {
    words: 'right: the desk itself',
    variants: right<Desk>([
      {
        name: 'right-desk',
        what: 'It keeps desk.yaml, and makes the common choice where that is silent.',
        behaviour: () => ({}),
      },
    ]),
  },
  { words: 'right: desks of other kinds', variants: rightDesks },
  { words: 'wrong fields', variants: wrongFields },
  { words: 'wrong encodings', variants: wrongEncodings },
  { words: 'wrong parts', variants: wrongParts },
  { words: 'wrong texts, images and XML', variants: wrongUploads },
  { words: 'wrong headers', variants: wrongHeaders },
  { words: 'wrong cookies', variants: wrongCookies },
  { words: 'wrong basic authentication', variants: wrongBasic },
  { words: 'wrong answers', variants: wrongAnswers },
  { words: 'wrong sequences', variants: wrongSequences },
];
