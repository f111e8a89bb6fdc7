import { code, type Guide, type GuideSection, type Samples, samples } from './samples.ts'

const reading = (shown: Samples): GuideSection[] => [
  {
    id: 'get-a-key',
    title: 'Get a key',
    html: `<p>A program signs in with an API key. An Admin creates one under Administration, API keys, or by a call. A key has a
name and scopes, and an expiry if you like. It can never do more than the person who created it, and is shown once.</p>${code(shown.newKey)}
<p>A scope is a permission, such as <code>cards.read</code>. The reference names the one that each call needs. To change a
key, rotate it: the former secret works for some hours beside the new one. Keep keys out of code and logs.</p>
<p>To try things out, the token of a session works too. It is in the <code>authorization</code> header of the answer:</p>${code(shown.signIn)}`,
  },
  {
    id: 'first-call',
    title: 'Make the first call',
    html: `${code(shown.firstCall)}<p>In JavaScript:</p>${code(shown.firstScript)}
<p>Every answer has <code>X-Request-Id</code>. Name it when you report a problem.</p>`,
  },
  {
    id: 'formats',
    title: 'Amounts, days and times',
    html: `<ul>
<li>Amounts are JSON numbers in the currency beside them. Amounts of CAD and USD are never added.</li>
<li>A day is <code>2026-11-03</code>. An instant is in UTC. A time at a site is local and has no offset.</li>
<li>Answers can get further properties, and choices further values. Ignore those that you do not know.</li>
<li>Unknown fields in a body are refused, so that a typing mistake does not pass unnoticed.</li>
<li>Answers over 1 kB are compressed, if you send <code>Accept-Encoding: br</code> or <code>gzip</code>.</li></ul>`,
  },
  {
    id: 'lists',
    title: 'Lists, filters and pages',
    html: `${code(shown.list)}<ul>
<li><code>field:value</code> is an exact match, <code>field::text</code> finds a part. Repeated filters must all match.</li>
<li>Days and numbers take ranges: <code>100..500</code>, <code>2026-11-01..</code>.</li>
<li><code>size</code> is 1, 5, 10, 20 or 50. The answer’s <code>metadata</code> has the pages and the total.</li>
<li><code>paged=false</code> answers up to 10,000 rows at once. <code>format=csv</code> or <code>xlsx</code> answers a file.</li></ul>`,
  },
  {
    id: 'changes',
    title: 'Follow changes',
    html: `<p>Cards, transactions, invoices, payments and customers can be polled for what changed. Begin with
<code>updated_since</code>, then send the <code>metadata.next_cursor</code> of each answer. The last page has one too: keep it and
go on from there. Nothing is skipped, also while others write.</p>${code(shown.poll)}
<p>With a cursor, <code>size</code> can be up to 1,000. A deleted record comes as <code>{"id": 42, "deleted": true}</code>.</p>`,
  },
]

const writing = (shown: Samples): GuideSection[] => [
  {
    id: 'retries',
    title: 'Repeat a call safely',
    html: `<p>Send an <code>Idempotency-Key</code> with each POST and PUT that takes one; the reference says which do. If the answer gets lost, repeat the call with
the same key: the work is done once, and you get the first answer again. Another body under the same key is refused with
<code>idempotency.mismatch</code>.</p>${code(shown.retry)}`,
  },
  {
    id: 'versions',
    title: 'Change a record without overwriting others',
    html: `<p>Records have a <code>version</code>. Send the one that you read. If another user changed the record since, the answer is
409 and nothing is saved: read it again and decide. Without a version there is no check.</p>${code(shown.version)}`,
  },
  {
    id: 'what-errors-mean',
    title: 'Errors, and what to do',
    html: `<p>Compare <code>code</code>, never the message. <code>fields</code> says what is wrong with which field.</p>${code(shown.error)}`,
  },
  {
    id: 'import-a-file',
    title: 'Import a file by a call',
    html: `<p>Upload the file, read what it would do, and apply it. An import is one record: its progress, its rows by outcome, and
its errors by row. The same file is refused the second time with
<code>import.already-done</code>, so nothing is booked twice.</p>${code(shown.upload)}`,
  },
  {
    id: 'webhooks',
    title: 'Be called: webhooks',
    html: `<p>Instead of polling, let the portal call you. Each call has <code>Portal-Signature: t=…,v1=…</code>. Check it with the secret
of the webhook before you trust the body:</p>${code(shown.verify)}
<p>Answer with a status of 2xx within a few seconds, and work afterwards. Anything else is sent again, later and later. A call
can come twice or out of order: compare its id.</p>`,
  },
  {
    id: 'limits',
    title: 'Rate limits',
    html: `<p>Each key has a number of calls a minute. <code>RateLimit-Limit</code>, <code>RateLimit-Remaining</code> and
<code>RateLimit-Reset</code> say how many are left. Over the limit the answer is 429 with <code>Retry-After</code> in seconds: wait that long.
Spread calls instead of sending them at once, and prefer one list to many single reads.</p>`,
  },
]

const advice = {
  400: 'Correct what <code>fields</code> names. Do not repeat the call as it is.',
  401: 'The key or session is missing, has ended or was revoked. Get a new one.',
  403: 'The key lacks the scope, or its maker the permission. Ask an Admin.',
  404: 'The record does not exist, or belongs to another company. Do not repeat.',
  409: 'The state is not what the call expects. Read the record again, then decide.',
  410: 'The cursor is older than 30 days. Read the whole list again from an empty one.',
  413: 'Send less at once.',
  415: 'Send JSON, or the file as a form, as the call says.',
  429: 'Wait as many seconds as <code>Retry-After</code> says, then repeat.',
  500: 'Ours to mend. Report the <code>requestId</code>.',
  503: 'Wait as <code>Retry-After</code> says, then repeat with the same <code>Idempotency-Key</code>.',
  507: 'The provider’s disk is full. Tell the provider, and repeat later.',
}

const words = {
  title: 'API of the portal',
  lead: 'Everything that the portal’s pages do, for programs.',
  document: 'The OpenAPI document',
  other: 'Français',
  guide: 'Guide',
  reference: 'Reference',
  referenceNote: '',
  search: 'Search the calls',
  searchHint: 'A path, a word or a permission',
  found: 'Calls found: {count}',
  key: 'Your key or session token',
  keyNote: 'Kept in this page only, and gone when you leave it. Without a key, calls use this browser’s session.',
  status: 'Status',
  meaning: 'What to do',
  allCodes: 'All codes',
  code: 'Code',
  message: 'Message',
  menu: 'Contents',
}

/** The guide in English. */
export function englishGuide(portal: string): Guide {
  const shown = samples(portal)
  return { sections: [...reading(shown), ...writing(shown)], advice, words }
}
