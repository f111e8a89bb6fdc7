import { Text } from '@mantine/core'
import type { Claim } from '@portal/contract/claims/claims.ts'
import { useTranslation } from 'react-i18next'
import { moneyText } from '../ui/words/texts.ts'

/** Which claim a dialog is about. */
export function ClaimSubject({ claim }: { claim: Claim }) {
  const { i18n } = useTranslation()
  return (
    <Text fw={600}>
      {claim.provider} · {claim.authentication_id} · {moneyText(claim.total, i18n.language, claim.currency)}
    </Text>
  )
}
