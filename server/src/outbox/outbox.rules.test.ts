import { mailStatuses } from '@portal/contract/outbox/outbox.ts'
import { expect, test } from 'vitest'
import { canRetry, shownText, withLink } from './outbox.rules.ts'

const link = 'https://portal.test/r?a=1&b=$&'
const mail = { text_body: 'Open {link} or {link}.', html_body: '<a href="{link}">Open</a>', link }

test('INV-14 the link is in both bodies when sent, escaped in HTML; without a link they stay unchanged', () => {
  expect(withLink(mail)).toEqual({
    text: `Open ${link} or ${link}.`,
    html: '<a href="https://portal.test/r?a=1&amp;b=$&amp;">Open</a>',
  })
  expect(withLink({ ...mail, html_body: null }).html).toBeNull()
  expect(withLink({ ...mail, link: null })).toEqual({ text: mail.text_body, html: mail.html_body })
})

test('AUTH-9 the link is shown only to a reader who is allowed to see it', () => {
  expect(shownText(mail, true)).toBe(`Open ${link} or ${link}.`)
  expect([shownText(mail, false), shownText({ ...mail, link: null }, true)]).toEqual(Array(2).fill('Open […] or […].'))
})

test('C4 only failed or kept mail can be sent again, and mail about a link only with the link', () => {
  const sentAgain = (changes: object) =>
    mailStatuses.filter((status) => canRetry({ ...mail, erased_at: null, ...changes, status }))
  expect(sentAgain({})).toEqual(mailStatuses.filter((status) => ['failed', 'kept'].includes(status)))
  expect(sentAgain({ text_body: 'Hello', link: null })).toHaveLength(2)
  expect(sentAgain({ link: null })).toEqual([])
  expect(sentAgain({ text_body: '', link: null, erased_at: '2026-11-17T03:15:00Z' })).toEqual([])
})
