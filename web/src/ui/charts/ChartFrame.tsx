import './chart.css'
import { Button } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from '../words/translation.ts'

type FrameProps = {
  title: string
  /** Beside the title. */
  tools?: ReactNode
  isEmpty?: boolean
  picture: () => ReactNode
  table: () => ReactNode
}
/** A chart with its title. The same data is available as a table. */
export function ChartFrame({ title, tools, isEmpty = false, picture, table }: FrameProps) {
  const { t } = useTranslation()
  const [isTable, setTable] = useState(false)
  const id = useId()
  return (
    <figure className="line-chart" aria-labelledby={id}>
      <figcaption>
        <span id={id}>{title}</span>
        {tools}
        {isEmpty ? null : (
          <Button size="compact-xs" variant="subtle" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            {t('View as table')}
          </Button>
        )}
      </figcaption>
      {isEmpty ? <p className="line-chart-none">{t('No Record found')}</p> : null}
      {!isEmpty && isTable ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        <section className="line-chart-scroll" aria-label={title} tabIndex={0}>
          {table()}
        </section>
      ) : null}
      {isEmpty || isTable ? null : picture()}
    </figure>
  )
}
