import type { ModalProps } from '@mantine/core'
import { useEffect } from 'react'
import { onFirstTouch, useLater } from '../opened-later/first-touch.ts'

const later = onFirstTouch(async () => (await import('./OpenDialog.tsx')).OpenDialog)

/** A dialog over the page. Only a user opens one, so its code is fetched once they touch the page. */
export function Dialog(props: ModalProps) {
  const Opened = useLater(later)
  useEffect(() => {
    if (props.opened) void later.fetch()
  }, [props.opened])
  return Opened ? <Opened {...props} /> : null
}
