import { escapeHtml } from '../platform/html.rules.ts'

const place = '{link}'
const filled = (body: string, value: string): string => body.replaceAll(place, () => value)
type Bodies = { text_body: string; html_body: string | null; link: string | null }

/** The bodies as sent. */
export const withLink = ({ text_body, html_body, link }: Bodies): { text: string; html: string | null } =>
  link === null
    ? { text: text_body, html: html_body }
    : { text: filled(text_body, link), html: html_body === null ? null : filled(html_body, escapeHtml(link)) }

/**
 * The text as a reader sees it. A link opens an account, so it is hidden from readers who are not allowed to see it.
 */
export const shownText = ({ text_body, link }: Pick<Bodies, 'text_body' | 'link'>, showsLink: boolean): string =>
  filled(text_body, showsLink && link !== null ? link : '[…]')

/** A mail about a link is useless without it, and an erased one is empty. */
export const canRetry = ({
  status,
  text_body,
  link,
  erased_at,
}: Pick<Bodies, 'text_body' | 'link'> & { status: string; erased_at: string | null }): boolean =>
  erased_at === null && (status === 'failed' || status === 'kept') && (link !== null || !text_body.includes(place))
