import { escapeHtml } from '../../platform/html.rules.ts'

export const code = (text: string): string => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>`

/** The code in the guide, the same in both languages. */
export const samples = (portal: string) => ({
  newKey: `curl ${portal}/v2/service-keys \\
  -H "Authorization: Bearer $SESSION" -H "Content-Type: application/json" \\
  -d '{"name": "ERP", "scopes": ["cards.read", "invoices.read"], "expires_at": "2027-12-31T00:00:00Z"}'`,
  firstCall: `curl ${portal}/v2/fuel-card-management?size=10 \\
  -H "Authorization: Bearer $KEY"`,
  firstScript: `const reply = await fetch('${portal}/v2/fuel-card-management?size=10', {
  headers: { authorization: 'Bearer ' + process.env.KEY },
})
if (!reply.ok) throw new Error((await reply.json()).error.message)
const { metadata, cards } = await reply.json()`,
  signIn: `curl -i ${portal}/v2/login -H "Content-Type: application/json" \\
  -d '{"username": "desk@northline.test", "password": "…"}'`,
  list: `curl -G ${portal}/v2/fuel-transaction/authcode -H "Authorization: Bearer $KEY" \\
  -d size=50 -d page=2 -d sort=txn_date,desc \\
  --data-urlencode "filter=company_name::north" \\
  --data-urlencode "filter=txn_date:2026-11-01..2026-11-30"`,
  poll: `let cursor = load() ?? ''
for (;;) {
  const query = cursor ? { cursor, size: 1000 } : { updated_since: '2026-11-01T00:00:00Z', size: 1000 }
  const { cards, metadata } = await call('/v2/fuel-card-management', query)
  for (const card of cards) card.deleted ? remove(card.id) : keep(card)
  cursor = metadata.next_cursor
  save(cursor)
  if (!metadata.has_more) await pause(60_000)
}`,
  retry: `curl ${portal}/v2/receipts -H "Authorization: Bearer $KEY" \\
  -H "Idempotency-Key: receipt-2026-11-16-0007" -H "Content-Type: application/json" \\
  -d '{"company_id": 17, "currency": "CAD", "amount": 450.20, "receipt_date": "2026-11-16",
       "payment_mode": "eft", "reference": "EFT 20261116"}'`,
  version: `PUT /v2/fuel-card-management/42
{"card_status": "HOLD", "version": 3, …}

409 {"error": {"code": "record.stale", …}}`,
  error: `{
  "error": {
    "code": "request.invalid",
    "message": "Some fields need attention.",
    "key": "request.invalid",
    "params": {},
    "fields": { "txn_attr.0.dtl_qty": "This field is required." },
    "requestId": "0b8f8f6e-53a4-4bd0-a8f1-3d4d5d1d9e55"
  }
}`,
  upload: `curl "${portal}/v2/import_transactions?mode=preview&provider=ESSO" \\
  -H "Authorization: Bearer $KEY" -F "file=@esso-2026-11.csv"

curl ${portal}/v2/imports/58 -H "Authorization: Bearer $KEY"

curl ${portal}/v2/imports/58/apply -H "Authorization: Bearer $KEY" \\
  -H "Content-Type: application/json" -d '{"mode": "good"}'`,
  verify: `import { createHmac, timingSafeEqual } from 'node:crypto'

function isFromPortal(header, body, secret) {
  const parts = header.split(',').map((part) => part.split('='))
  const t = parts.find(([name]) => name === 't')[1]
  const expected = createHmac('sha256', secret).update(t + '.' + body).digest()
  // After a rotation there are two: one for each secret.
  const signatures = parts.filter(([name]) => name === 'v1').map(([, hex]) => Buffer.from(hex, 'hex'))
  const isRecent = Math.abs(Date.now() / 1000 - Number(t)) < 300
  return isRecent && signatures.some((one) => one.length === 32 && timingSafeEqual(one, expected))
}`,
})
export type Samples = ReturnType<typeof samples>
/** A part of the guide; `html` is trusted, as it is written here. */
export type GuideSection = { id: string; title: string; html: string }
/** `statuses` says what to do for each status of an error. */
export type Guide = { sections: GuideSection[]; advice: Readonly<Record<number, string>>; words: Words }
/** The page's own words. The reference is in English. */
type Words = Readonly<Record<string, string>>
