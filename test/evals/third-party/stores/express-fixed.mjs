/** The same with all that the verifier says of it mended: the scheme, UTF-8, int64. */
import { decodeUtf8, refuseBeyondInt64 } from './exact.mjs';
import { startExpress } from './express-plants.mjs';
import { token } from './settings.mjs';

startExpress({
  json: { reviver: refuseBeyondInt64, verify: (_request, _response, body) => void decodeUtf8(body) },
  isRight: (header = '') => /^bearer +(.*)$/i.exec(header)?.[1] === token,
});
