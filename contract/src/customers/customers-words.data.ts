export const billingCycleWords = { weekly: 'Weekly', 'semi-monthly': 'Twice a month', monthly: 'Monthly' } as const
export const holdRuleWords = { warn: 'Warn only', hold: 'Hold the cards' } as const
export const languageWords = { en: 'English', fr: 'French' } as const
export const yesNoWords = { yes: 'Yes', no: 'No' } as const
export const companyStatusWords = {
  active: 'Active',
  disabled: 'Disabled',
  waiting: 'Waiting for approval',
  rejected: 'Rejected',
} as const
