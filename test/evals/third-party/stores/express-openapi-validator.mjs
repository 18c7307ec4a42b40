/** express with express-openapi-validator as they come: requests and answers validated against the document. */
import { startExpress } from './express-plants.mjs';

startExpress();
