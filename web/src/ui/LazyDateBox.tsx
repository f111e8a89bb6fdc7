import { TextInput } from '@mantine/core'
import { Suspense } from 'react'
import type { DateBoxProps } from './DateBox.tsx'
import { lazily } from './lazily.tsx'

const DateBox = lazily(() => import('./DateBox.tsx'), 'DateBox')

/** The calendar is heavy, so a plain field holds its place until it loads. */
export function LazyDateBox(props: DateBoxProps) {
  return (
    <Suspense
      fallback={<TextInput label={props.label} size={props.size ?? 'sm'} aria-label={props['aria-label']} disabled />}
    >
      <DateBox {...props} />
    </Suspense>
  )
}
