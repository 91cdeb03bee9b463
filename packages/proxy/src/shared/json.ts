/** Core's readers for JSON from other programs, under the short names that the proxies use. */
export {
  isRecord,
  type Json,
  listOf as list,
  numberOf as number,
  parseJson,
  recordOf as record,
  textOf as text,
} from '@rutbreak/core/edge';
