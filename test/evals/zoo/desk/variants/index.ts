import { right } from '../../variant.ts';
import type { VariantGroup } from '../../zoo.ts';
import type { DeskBehavior } from '../behavior.ts';
import { wrongBasic } from './basic.ts';
import type { DeskVariant } from './changes.ts';
import { wrongCookies } from './cookies.ts';
import { wrongEncodings } from './encodings.ts';
import { wrongFields } from './forms.ts';
import { wrongHeaders } from './headers.ts';
import { wrongParts } from './multipart.ts';
import { wrongResponses } from './responses.ts';
import { rightDesks } from './right.ts';
import { wrongSequences } from './sequences.ts';
import { wrongUploads } from './uploads.ts';

/** The desk itself and what differs from it without a fault; then all that break the contract. */
export const deskVariantGroups: readonly VariantGroup<DeskVariant>[] = [
  {
    title: 'correct: the implementation itself',
    variants: right<DeskBehavior>([
      {
        name: 'right-desk',
        description: 'It keeps desk.yaml, and makes the common choice where that is silent.',
        behavior: () => ({}),
      },
    ]),
  },
  { title: 'correct: other desks', variants: rightDesks },
  { title: 'wrong fields', variants: wrongFields },
  { title: 'wrong encodings', variants: wrongEncodings },
  { title: 'wrong parts', variants: wrongParts },
  { title: 'wrong text, images and XML', variants: wrongUploads },
  { title: 'wrong headers', variants: wrongHeaders },
  { title: 'wrong cookies', variants: wrongCookies },
  { title: 'wrong basic authentication', variants: wrongBasic },
  { title: 'wrong responses', variants: wrongResponses },
  { title: 'wrong sequences', variants: wrongSequences },
];
