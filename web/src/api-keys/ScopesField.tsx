import { Checkbox } from '@mantine/core'
import type { KeyScope } from '@portal/contract/api-keys/scopes.data.ts'
import { scopesWithin } from '@portal/contract/api-keys/scopes.rules.ts'
import { useId } from 'react'
import { useSession } from '../api/session.ts'
import { fieldIdOf, useField } from '../form/form-context.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { groupsOf } from './scope-words.ts'

/** What a key may do, by screen; only what its maker may do is on offer. */
export function ScopesField() {
  const { t } = useTranslation()
  const { value, set, input } = useField<KeyScope[]>('scopes', 'Scopes')
  const group = useId()
  const own = scopesWithin(useSession().grants)
  const [first] = own
  const toggle = (scope: KeyScope, isOn: boolean) =>
    set(own.filter((one) => (one === scope ? isOn : value.includes(one))))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll in every browser.
    <div
      role="group"
      className="key-scopes"
      aria-labelledby={`${group}-label`}
      aria-describedby={input.error ? `${group}-error` : undefined}
    >
      <span id={`${group}-label`} className="key-scopes-label">
        {input.label}
        <span className="asterisk" aria-hidden>
          {' *'}
        </span>
      </span>
      <div className="key-scopes-groups" data-invalid={input.error ? true : undefined}>
        {groupsOf(own).map(({ screen, scopes }) => (
          <fieldset key={screen}>
            <legend>{t(screen)}</legend>
            <span>
              {scopes.map(({ scope, word }) => (
                <Checkbox
                  key={scope}
                  size="xs"
                  {...(scope === first ? { id: fieldIdOf('scopes') } : {})}
                  label={t(word)}
                  disabled={input.disabled}
                  checked={value.includes(scope)}
                  onChange={(event) => toggle(scope, event.currentTarget.checked)}
                />
              ))}
            </span>
          </fieldset>
        ))}
      </div>
      {input.error ? (
        <p id={`${group}-error`} className="field-error">
          {input.error}
        </p>
      ) : null}
    </div>
  )
}
