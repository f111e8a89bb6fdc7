import type { contracts } from '@portal/contract/contracts.ts'

type Contracts = typeof contracts
type WritingIds<C> = {
  [K in keyof C]: C[K] extends { method: 'POST' | 'PUT' | 'DELETE'; id: infer Id } ? Id : never
}[keyof C]
/** The ids of all calls that write. An id without an entry below does not compile. */
export type WritingId = { [K in keyof Contracts]: WritingIds<Contracts[K]> }[keyof Contracts] & string
export type ToastTexts = { success: string; failure: string }

const generic: ToastTexts = { success: 'Operation completed Successfully!', failure: 'Operation Failed!' }

type Silent =
  | 'transactions.acceptPreview'
  | 'claims.sendPreview'
  | 'markups.preview'
  | 'bankFiles.columns'
  | 'bankLines.confirm'
  | 'bankLines.confirmPreview'
  | 'cards.assignPreview'
  | 'cards.limitsPreview'
  | 'cardImports.upload'
  | 'transactionImports.upload'
  | 'profile.language'
  | 'notifications.mark'
  | 'reports.run'
  | 'session.login'
  | 'secondFactor.signIn'
  | 'secondFactor.begin'
  | 'secondFactor.challenge'
  | 'secondFactor.verify'
  | 'secondFactor.passkeyOptions'
  | 'session.logout'
  | 'session.forgotPassword'
  | 'session.resetPassword'
  | 'verify.check'
  | 'views.arrange'
  | 'views.setDensity'
export const toastTexts: Record<Exclude<WritingId, Silent>, ToastTexts> & Record<Silent, null> = {
  // The import's watcher reports the outcome when it is known.
  'cardImports.upload': null,
  'transactionImports.upload': null,
  // A preview writes nothing.
  'markups.preview': null,
  'cards.assignPreview': null,
  'cards.limitsPreview': null,
  'bankFiles.columns': null,
  'bankLines.confirmPreview': null,
  // The page says how many lines were booked, and which were not.
  'bankLines.confirm': null,
  // The page switches language, which is confirmation enough.
  'profile.language': null,
  // The list shows it.
  'notifications.mark': null,
  'notifications.choose': { success: 'Notifications saved', failure: 'Error while saving the notifications' },
  'transactions.acceptPreview': null,
  'claims.sendPreview': null,
  // The page shows what was found.
  'reports.run': null,
  'reportSchedules.create': { success: 'Report scheduled', failure: 'Error while scheduling the report' },
  'reportSchedules.update': { success: 'Schedule changed', failure: 'Error while changing the schedule' },
  'reportSchedules.remove': { success: 'Schedule deleted', failure: 'Error while deleting the schedule' },
  'budgets.save': { success: 'Budget saved', failure: 'Error while saving the budget' },
  'budgets.remove': { success: 'Budget deleted', failure: 'Error while deleting the budget' },
  'session.login': null,
  // Steps on the way: the dialog shows the next one, or the fault.
  'secondFactor.signIn': null,
  'secondFactor.begin': null,
  'secondFactor.challenge': null,
  'secondFactor.verify': null,
  'secondFactor.passkeyOptions': null,
  'session.logout': null,
  'session.forgotPassword': null,
  'session.resetPassword': null,
  // The page shows the outcome.
  'verify.check': null,
  // The list shows it at once.
  'views.arrange': null,
  'views.setDensity': null,
  'views.create': generic,
  'views.update': generic,
  'views.remove': generic,
  'registration.signUp': { success: 'Company Created Successfully', failure: 'Error while Creating Company' },
  'imports.apply': { success: 'The import has started', failure: 'Operation Failed!' },
  'imports.remove': generic,
  'profile.update': generic,
  'profile.password': generic,
  'secondFactor.confirm': { success: 'Authenticator app set up', failure: 'Error while setting up the app' },
  'secondFactor.remove': {
    success: 'Two-step verification turned off',
    failure: 'Error while turning off two-step verification',
  },
  'secondFactor.renewCodes': { success: 'New recovery codes made', failure: 'Error while making recovery codes' },
  'secondFactor.addPasskey': { success: 'Passkey added', failure: 'Error while adding the passkey' },
  'secondFactor.renamePasskey': { success: 'Passkey renamed', failure: 'Error while renaming the passkey' },
  'secondFactor.removePasskey': { success: 'Passkey removed', failure: 'Error while removing the passkey' },
  'ownSessions.end': { success: 'Session ended', failure: 'Error while ending the session' },
  'ownSessions.endOthers': { success: 'Other sessions ended', failure: 'Error while ending the sessions' },
  'customers.update': { success: 'Customer Updated Successfully', failure: 'Error while Updating Customer' },
  'fuelCompanies.register': {
    success: 'Customer Company Created Successfully',
    failure: 'Error while Creating Customer Company',
  },
  'fuelCompanies.approve': { success: 'Registration approved', failure: 'Error while approving the registration' },
  'fuelCompanies.reject': { success: 'Registration rejected', failure: 'Error while rejecting the registration' },
  'exceptions.judge': { success: 'Verdict saved', failure: 'Error while saving the verdict' },
  'exchangeRates.create': { success: 'Exchange rate saved', failure: 'Error while saving the exchange rate' },
  'exchangeRates.update': { success: 'Exchange rate saved', failure: 'Error while saving the exchange rate' },
  'exchangeRates.remove': { success: 'Exchange rate deleted', failure: 'Error while deleting the exchange rate' },
  'exceptionThresholds.save': { success: 'Thresholds saved', failure: 'Error while saving the thresholds' },
  'services.create': { success: 'Service recorded', failure: 'Error while recording the service' },
  'services.update': { success: 'Service changed', failure: 'Error while changing the service' },
  'services.remove': { success: 'Service deleted', failure: 'Error while deleting the service' },
  'services.accept': { success: 'Service recorded', failure: 'Error while recording the service' },
  'services.dismiss': { success: 'Proposal dismissed', failure: 'Error while dismissing the proposal' },
  'serviceFiles.add': generic,
  'serviceFiles.remove': generic,
  'servicePlans.create': { success: 'Service plan added', failure: 'Error while adding the service plan' },
  'servicePlans.update': { success: 'Service plan changed', failure: 'Error while changing the service plan' },
  'servicePlans.remove': { success: 'Service plan deleted', failure: 'Error while deleting the service plan' },
  'units.update': { success: 'Unit changed', failure: 'Error while changing the unit' },
  'users.create': { success: 'User Created Successfully', failure: 'Error while Creating User' },
  'users.update': { success: 'User Updated Successfully', failure: 'Error while updating User' },
  'users.remove': generic,
  'users.endSessions': { success: 'Signed out everywhere', failure: 'Error while ending the sessions' },
  'users.resetSecondFactor': {
    success: 'Two-step verification reset',
    failure: 'Error while resetting two-step verification',
  },
  'files.setPicture': generic,
  'files.setLogo': generic,
  'files.removePicture': generic,
  'files.removeLogo': generic,
  'cards.create': { success: 'ManageCard Created Successfully', failure: 'Error while Creating ManageCard' },
  'cards.update': { success: 'ManageCard Updated Successfully', failure: 'Error while updating ManageCard' },
  'cards.remove': generic,
  'markups.create': { success: 'Customer Markup Created Successfully', failure: 'Error while creating markup' },
  'markups.update': { success: 'Customer Markup Updated Successfully', failure: 'Error while updating markup' },
  'markups.succeed': { success: 'Customer Markup Updated Successfully', failure: 'Error while updating markup' },
  'taxRates.update': { success: 'Tax rate corrected', failure: 'Error while correcting the tax rate' },
  'taxRates.delete': { success: 'Tax rate withdrawn', failure: 'Error while withdrawing the tax rate' },
  'providerStatements.create': { success: 'Statement saved', failure: 'Error while saving the statement' },
  'providerStatements.update': { success: 'Statement saved', failure: 'Error while saving the statement' },
  'imports.explain': { success: 'Explanation saved', failure: 'Error while saving the explanation' },
  'providerCodes.save': { success: 'Product code saved', failure: 'Error while saving the product code' },
  'taxRates.create': { success: 'Tax rate added', failure: 'Error while adding the tax rate' },
  'dailyRates.setRegion': { success: 'Tax region changed', failure: 'Error while changing the tax region' },
  'dailyRates.setZone': { success: 'Time zone changed', failure: 'Error while changing the time zone' },
  'dailyRates.upload': { success: 'Upload daily rates successfully!', failure: 'Error while uploading daily rates.' },
  'drafts.create': { success: 'Invoice Created Successfully', failure: 'Error while Creating Invoice' },
  'billingRuns.start': { success: 'The billing run has started', failure: 'Error while starting the Billing Run' },
  'billing.change': generic,
  'reminders.change': generic,
  'smartBuy.changeMail': generic,
  'payments.register': {
    success: 'Invoice Payment Created Successfully',
    failure: 'Error while creating Invoice Payment',
  },
  'payments.reverse': {
    success: 'The payment was reversed',
    failure: 'Error while reversing the payment',
  },
  'receipts.create': { success: 'Receipt recorded', failure: 'Error while recording the receipt' },
  'receipts.allocate': { success: 'Money allocated', failure: 'Error while allocating the money' },
  'receipts.reverse': { success: 'The receipt was reversed', failure: 'Error while reversing the receipt' },
  'creditNotes.create': { success: 'Credit note issued', failure: 'Error while issuing the credit note' },
  'creditNotes.apply': { success: 'Credit note applied', failure: 'Error while applying the credit note' },
  'creditNotes.unapply': {
    success: 'The application was undone',
    failure: 'Error while undoing the application',
  },
  'writeOffs.create': { success: 'Balance written off', failure: 'Error while writing off the balance' },
  'writeOffs.reverse': { success: 'The write-off was reversed', failure: 'Error while reversing the write-off' },
  'refunds.create': { success: 'Refund recorded', failure: 'Error while recording the refund' },
  'refunds.reverse': { success: 'The refund was reversed', failure: 'Error while reversing the refund' },
  'books.change': { success: 'Books changed', failure: 'Error while changing the books' },
  'transactions.create': { success: 'Transaction Created Successfully', failure: 'Error while Creating Transaction' },
  'transactions.update': { success: 'Transaction Updated Successfully', failure: 'Error while updating Transaction' },
  'transactions.accept': {
    success: 'Transactions accepted',
    failure: 'Error while accepting transactions',
  },
  'transactions.unaccept': { success: 'Acceptance undone', failure: 'Error while undoing the acceptance' },
  'transactions.remove': generic,
  'invoices.update': { success: 'Invoice Updated Successfully', failure: 'Error while updating Invoice' },
  'transactionFiles.add': generic,
  'transactionFiles.remove': generic,
  'transactionImports.skip': { success: 'Transaction skipped', failure: 'Error while skipping the transaction' },
  'transactionImports.returnToQuarantine': {
    success: 'Transaction returned to quarantine',
    failure: 'Error while returning the transaction to quarantine',
  },
  'transactionImports.release': { success: 'Transaction released', failure: 'Error while releasing from quarantine' },
  'cardFiles.add': generic,
  'cardFiles.remove': generic,
  'cards.export': { success: 'Cards Exported Successfully', failure: 'Error while Exporting Card' },
  'cards.assign': { success: 'Cards Assign Successfully', failure: 'Error while Assign Card' },
  'cards.limits': { success: 'Limits of the cards changed', failure: 'Error while changing the limits' },
  'cardTemplates.create': { success: 'Template added', failure: 'Error while adding the template' },
  'cardTemplates.update': { success: 'Template changed', failure: 'Error while changing the template' },
  'cardTemplates.remove': { success: 'Template deleted', failure: 'Error while deleting the template' },
  'cards.hold': { success: 'Cards put on hold', failure: 'Error while putting cards on hold' },
  'cards.release': { success: 'Cards released', failure: 'Error while releasing cards' },
  'invoices.export': { success: 'Invoice Download PDF Successfully', failure: 'Error while Downloading PDF Invoice' },
  'invoices.email': { success: 'Invoice emailed successfully!', failure: 'Error while sending invoice email.' },
  'invoices.emailMany': { success: 'Invoice emailed successfully!', failure: 'Error while sending invoice email.' },
  'creditNotes.email': { success: 'The e-mail will be sent', failure: 'Error while sending the e-mail' },
  'creditNotes.retryMail': {
    success: 'The e-mail will be sent again',
    failure: 'Error while sending the e-mail again',
  },
  'invoices.retryMail': { success: 'The e-mail will be sent again', failure: 'Error while sending the e-mail again' },
  'banks.create': { success: 'Bank saved', failure: 'Error while saving the bank' },
  'banks.update': { success: 'Bank saved', failure: 'Error while saving the bank' },
  'bankFiles.upload': { success: 'Bank file read', failure: 'Error while reading the bank file' },
  'bankLines.link': { success: 'Bank line linked', failure: 'Error while linking the bank line' },
  'bankLines.ignore': { success: 'Bank line ignored', failure: 'Error while ignoring the bank line' },
  'bankLines.restore': { success: 'Bank line opened again', failure: 'Error while opening the bank line again' },
  'ifta.uploadDistances': { success: 'Distances stored', failure: 'Error while storing the distances' },
  'ifta.uploadFuel': { success: 'Fuel bought elsewhere stored', failure: 'Error while storing the fuel' },
  'ifta.removeUpload': { success: 'IFTA file deleted', failure: 'Error while deleting the IFTA file' },
  'ifta.uploadRates': { success: 'IFTA rates stored', failure: 'Error while storing the IFTA rates' },
  'claims.send': { success: 'Marked as sent', failure: 'Error while making the packets' },
  'claims.credit': { success: 'Claim credited', failure: 'Error while crediting the claim' },
  'claims.reopen': { success: 'Claim opened again', failure: 'Error while opening the claim again' },
  'journalBatches.create': { success: 'Journal exported', failure: 'Error while exporting the journal' },
  'journalBatches.withdraw': { success: 'Batch withdrawn', failure: 'Error while withdrawing the batch' },
  'journalAccounts.save': { success: 'Accounts saved', failure: 'Error while saving the accounts' },
  'serviceKeys.create': { success: 'API key created', failure: 'Error while creating the API key' },
  'serviceKeys.rotate': { success: 'API key rotated', failure: 'Error while rotating the API key' },
  'serviceKeys.remove': { success: 'API key revoked', failure: 'Error while revoking the API key' },
  'webhooks.create': { success: 'Webhook added', failure: 'Error while adding the webhook' },
  'webhooks.update': { success: 'Webhook saved', failure: 'Error while saving the webhook' },
  'webhooks.remove': { success: 'Webhook deleted', failure: 'Error while deleting the webhook' },
  'webhooks.rotateSecret': { success: 'Secret rotated', failure: 'Error while rotating the secret' },
  'webhooks.test': { success: 'The test will be sent', failure: 'Error while sending the test' },
  'webhooks.resend': {
    success: 'The delivery will be sent again',
    failure: 'Error while sending the delivery again',
  },
  'outbox.retry': { success: 'The e-mail will be sent again', failure: 'Error while sending the e-mail again' },
}
