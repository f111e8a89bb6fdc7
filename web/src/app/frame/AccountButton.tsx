import { Avatar, UnstyledButton, type UnstyledButtonProps } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/session.ts'

type Props = UnstyledButtonProps & ComponentProps<'button'>

export function AccountButton(props: Props) {
  const { t } = useTranslation()
  const { profile } = useSession()
  const name = `${profile.first} ${profile.last}`
  return (
    <UnstyledButton aria-haspopup="menu" {...props} className="user-button">
      <Avatar size={30} src={profile.profile_img} alt="" name={name} color="brand" aria-hidden />
      <span className="sr-only">{t('Account of {name}', { name })}</span>
    </UnstyledButton>
  )
}
