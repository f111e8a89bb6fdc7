import { mailKindWords } from '@portal/contract/outbox/outbox.ts'
import { useTranslation } from '../ui/words/translation.ts'

/** What an e-mail is about. A kind without a word is shown as it is. */
export function MailKind({ kind }: { kind: string }) {
  const { t } = useTranslation()
  return t(mailKindWords[kind] ?? kind)
}
