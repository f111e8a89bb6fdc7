import { Button, type ButtonProps } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ComponentType, use } from 'react'
import { MayOpen } from './opening/may-open.ts'
import { useTranslation } from './words/translation.ts'

type Props = Pick<ButtonProps, 'size' | 'variant'> & {
  to: string
  search?: object
  icon: ComponentType<{ size?: number; 'aria-hidden'?: true }>
  label: string
}

/** A link among buttons, for users who can open its page (UX-9). */
export function LinkButton({ to, search, icon: Icon, label, variant = 'default', ...rest }: Props) {
  const { t } = useTranslation()
  if (!use(MayOpen)(to)) return null
  return (
    <Button
      component={Link}
      to={to}
      {...(search ? { search: search as never } : {})}
      variant={variant}
      leftSection={<Icon size={16} aria-hidden />}
      {...rest}
    >
      {t(label)}
    </Button>
  )
}
