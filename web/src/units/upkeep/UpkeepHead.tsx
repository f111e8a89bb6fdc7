import { useTranslation } from '../../ui/words/translation.ts'

/** The headings of a table of records, with one for the actions where there are some. */
export function UpkeepHead({ headers, hasActions }: { headers: readonly string[]; hasActions: boolean }) {
  const { t } = useTranslation()
  return (
    <thead>
      <tr>
        {[...headers, ...(hasActions ? ['Actions'] : [])].map((header) => (
          <th key={header} scope="col">
            {t(header)}
          </th>
        ))}
      </tr>
    </thead>
  )
}
