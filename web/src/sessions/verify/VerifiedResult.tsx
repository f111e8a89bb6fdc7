import { Alert } from '@mantine/core'
import { brands } from '@portal/contract/lookups/brands.ts'
import type { VerifiedDocument } from '@portal/contract/verify/verify.ts'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { Ref } from 'react'
import { moneyText } from '../../ui/words/texts.ts'
import type { TFunction } from '../../ui/words/translation.ts'
import { useTranslation } from '../../ui/words/translation.ts'

export type Checked = { by: 'code' | 'file'; document: VerifiedDocument | null }
type Props = Checked & { focusRef: Ref<HTMLDivElement> }

/** What the service says about a code or a file (RECV-12). Unknown ones all get the same words. */
export function VerifiedResult({ by, document, focusRef }: Props) {
  const { t } = useTranslation()
  if (!document)
    return (
      <Alert
        ref={focusRef}
        tabIndex={-1}
        color="bad"
        variant="light"
        role="status"
        icon={<IconCircleX aria-hidden />}
        title={by === 'code' ? t('No document with this code was issued here') : t('This file was not issued here')}
      >
        {by === 'code'
          ? t('Check the code for typing mistakes.')
          : t('It comes from elsewhere, or it was changed after it was issued.')}
      </Alert>
    )
  return (
    <Alert
      ref={focusRef}
      tabIndex={-1}
      color={document.is_undone ? 'warn' : 'brand'}
      variant="light"
      role="status"
      icon={document.is_undone ? <IconAlertTriangle aria-hidden /> : <IconCircleCheck aria-hidden />}
      title={titleOf(by, document, t)}
    >
      <DocumentFacts document={document} />
      {document.is_undone ? <p className="verify-note">{t('It was voided or credited since.')}</p> : null}
      {document.stored_on ? (
        <p className="verify-note">
          {t('It was issued before documents were stored, and was drawn and stored on {day}.', {
            day: document.stored_on,
          })}
        </p>
      ) : null}
      {by === 'code' ? (
        <p className="verify-note">{t('Compare this with your copy. To check every byte of it, choose its file.')}</p>
      ) : null}
    </Alert>
  )
}

/** A file that was drawn later than issued is not the one that was sent. */
function titleOf(by: Checked['by'], { stored_on }: VerifiedDocument, t: TFunction): string {
  if (by === 'code') return t('A document with this code was issued')
  return stored_on ? t('This file is stored here exactly as it is') : t('This file was issued exactly as it is')
}

/** Days are written as on the document, so that a reader can compare them. */
function DocumentFacts({ document }: { document: VerifiedDocument }) {
  const { t, language } = useTranslation()
  const { kind, format, brand, issued_date, amount, currency } = document
  const word = kind === 'invoice' ? t('Invoice') : t('Credit note')
  const facts = [
    [t('Document'), `${word} (${format})`],
    [t('Issued by'), brands[brand].name],
    [t('Issued on'), issued_date],
    [t('Amount'), moneyText(amount, language, currency)],
  ]
  return (
    <dl className="verify-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
