import '../customers.css'
import { companyForm, fuelCompanies } from '@portal/contract/customers/registration.ts'
import { useNavigate } from '@tanstack/react-router'
import { useAction } from '../../api/use-action.ts'
import { useRecordForm, type Values } from '../../form/record-form.ts'
import { warningIn } from '../../ui/words/password-warning.ts'
import { useTranslation } from '../../ui/words/translation.ts'
import { CompanySections } from '../CompanySections.tsx'
import { blankCompany } from '../company-form.ts'
import { setupPath } from '../customers.paths.ts'
import { SetupFrame } from './SetupFrame.tsx'
import { StepForm } from './StepForm.tsx'

/** The first step of a set-up registers the company and its first Admin (UX-10, COMP-2). */
export function NewSetup() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const form = useRecordForm(companyForm, blankCompany)
  const register = useAction(fuelCompanies.register, { keepPlace: true, second: warningIn(t) })
  const save = (values: Values) => register.mutateAsync({ body: values as typeof companyForm._zod.input })
  return (
    <SetupFrame step="company">
      <StepForm
        form={form}
        submit="Save and continue"
        save={save}
        isBusy={register.isPending}
        // Back leads past the empty form of what is registered now.
        onSaved={() =>
          register.data &&
          navigate({ to: setupPath(register.data.id), search: { step: 'terms' } as never, replace: true })
        }
      >
        <CompanySections form={form} />
      </StepForm>
    </SetupFrame>
  )
}
