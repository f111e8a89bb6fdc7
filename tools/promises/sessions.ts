import type { Chapter } from './promise.ts'

export const sessionPromises: Chapter = {
  title: 'Sessions',
  promises: [
    {
      id: 'S1',
      words:
        'A session is an opaque token of 256 bits that is stored as its SHA-256, new at each sign-in and switch; signing out, a new password and a deactivation end it at once in every process.',
      kept: ['server/src/platform/access/sessions.ts', 'server/src/db/functions/sessions.sql'],
      proof: [
        { file: 'server/src/sessions/sessions.test.ts', test: 'AUTH-8 S1 the database stores only the token' },
        { file: 'server/src/sessions/sessions.test.ts', test: 'AUTH-8 S1 a new password or a deactivated user' },
        { file: 'server/src/sessions/sessions.test.ts', test: 'AUTH-7 S1 logging out ends the session everywhere' },
        { file: 'server/src/platform/http/replica-reads.test.ts', test: 'OPS-8 T5 S1 a changed permission' },
      ],
      defect: {
        what: 'the token is stored as it is',
        file: 'server/src/platform/access/sessions.ts',
        from: "Buffer => hash('sha256', token, 'buffer')",
        to: 'Buffer => Buffer.from(token)',
      },
    },
    {
      id: 'S2',
      words:
        'A session ends 30 minutes after its last use and 8 hours after its start; a switch ends after 60 minutes.',
      kept: ['server/src/platform/access/sessions.ts', 'server/src/db/functions/sessions.sql'],
      proof: [
        { file: 'server/src/sessions/sessions.test.ts', test: 'AUTH-8 S2 a session ends half an hour' },
        { file: 'server/src/sessions/switching.test.ts', test: 'SWITCH-5 S2 a switch ends after an hour' },
      ],
      defect: {
        what: 'the time of the last use is not compared',
        file: 'server/src/db/functions/sessions.sql',
        from: ' and s.last_seen_at > p_idle_since',
        to: '',
      },
    },
    {
      id: 'S3',
      words:
        'Guessing is throttled by account and by network, with the time to wait and never for good; a forwarded address counts only behind a configured proxy.',
      kept: ['server/src/sessions/sessions.actions.ts', 'server/src/db/functions/sessions.sql', 'server/src/app.ts'],
      proof: [
        { file: 'server/src/sessions/sessions.test.ts', test: 'AUTH-8 S3 guessing is throttled per address' },
        { file: 'server/src/sessions/sessions.test.ts', test: 'AUTH-8 S3 guessing is throttled per account' },
        { file: 'server/src/sessions/password-reset.test.ts', test: 'AUTH-9 S3 guessing tokens is throttled' },
      ],
      defect: {
        what: 'forwarded addresses are believed from anyone',
        file: 'server/src/app.ts',
        from: '    trustProxy: trusted(config.trustProxy),',
        to: '    trustProxy: true,',
      },
    },
    {
      id: 'S4',
      words: 'An unknown user and a wrong password are answered alike, in words and in time.',
      kept: ['server/src/sessions/sessions.actions.ts', 'server/src/platform/access/passwords.ts'],
      proof: [
        {
          file: 'server/src/sessions/sessions.test.ts',
          test: 'AUTH-5 S4 unknown e-mail and wrong password fail alike',
        },
        {
          file: 'server/src/sessions/password-reset.test.ts',
          test: 'AUTH-9 the reply is the same for known and unknown addresses',
        },
      ],
      defect: {
        what: 'nothing is hashed for an unknown user',
        file: 'server/src/platform/access/passwords.ts',
        from: '  const isRight = await withHashSlot(',
        to: '  if (stored === null) return false\n  const isRight = await withHashSlot(',
      },
    },
    {
      id: 'S5',
      words:
        'Passwords have at least 12 characters, are kept whole in any script, and are hashed by argon2id with 19 MiB and two passes, four at a time at most.',
      kept: [
        'server/src/platform/access/passwords.ts',
        'server/src/platform/access/slots.ts',
        'contract/src/fields.ts',
      ],
      proof: [
        { file: 'server/src/platform/access/slots.test.ts', test: 'AUTH-8 S5 at most the given number run' },
        { file: 'server/src/platform/access/passwords.test.ts', test: 'AUTH-8 S5 a long or Unicode password' },
        { file: 'server/src/users/users.test.ts', test: 'USER-5 each missing or wrong value is reported' },
      ],
      defect: {
        what: 'a newcomer takes the slot of one that waits',
        file: 'server/src/platform/access/slots.ts',
        from: '      if (next) next()\n      else running -= 1',
        to: '      running -= 1\n      next?.()',
      },
    },
    {
      id: 'S6',
      words: 'A call with the cookie must come from the portal’s own pages, the switch by GET too.',
      kept: ['server/src/platform/access/sessions.ts', 'server/src/platform/http/implement.ts'],
      proof: [
        { file: 'server/src/sessions/switching.test.ts', test: 'SWITCH-1 AUTH-4 S6 another site' },
        { file: 'server/src/sessions/sessions.test.ts', test: 'AUTH-4 S6 a call that carries the cookie' },
      ],
      defect: {
        what: 'calls of another host of the same site pass',
        file: 'server/src/platform/access/sessions.ts',
        from: "site === 'same-origin' ||",
        to: "site?.startsWith('same-') ||",
      },
    },
    {
      id: 'S7',
      words: 'While switched, every entry of the audit log has the real user and the account.',
      kept: ['server/src/platform/audit/audit.ts', 'server/src/sessions/switching.routes.ts'],
      proof: [
        { file: 'server/src/sessions/switching.test.ts', test: 'SWITCH-5 S7 every audit entry while switched' },
        { file: 'server/src/logs/logs.test.ts', test: 'NAV-7 SWITCH-5 actions of switched staff' },
      ],
      defect: {
        what: 'an entry does not say that its user was switched',
        file: 'server/src/platform/audit/audit.ts',
        from: '  is_switched: actor.is_switched,\n',
        to: '  is_switched: false,\n',
      },
    },
    {
      id: 'S9',
      words:
        'A service key is 256 bits of which the SHA-256 is stored. It never has more than its scopes and its maker have in common, and opens nothing once it is revoked or has expired, from the next call on.',
      kept: [
        'server/src/platform/access/api-keys.ts',
        'server/src/db/functions/api-keys.sql',
        'contract/src/api-keys/scopes.rules.ts',
      ],
      proof: [
        { file: 'server/src/api-keys/api-keys.test.ts', test: 'INTEG-1 T1 S9 a key follows its maker' },
        { file: 'server/src/api-keys/api-keys.test.ts', test: 'INTEG-1 PERM-7 S9 a key reads' },
        { file: 'server/src/api-keys/api-keys.test.ts', test: 'INTEG-1 S9 a revoked key opens nothing' },
        { file: 'server/src/api-keys/api-keys.test.ts', test: 'INTEG-1 S9 a key is shown once' },
        { file: 'server/src/api-keys/api-keys.test.ts', test: 'INTEG-1 S9 a key of all scopes' },
      ],
      defect: {
        what: 'a key is found although its maker is not active',
        file: 'server/src/db/functions/api-keys.sql',
        from: '\n      and u.is_active and c.status',
        to: '\n      and c.status',
      },
    },
    {
      id: 'S8',
      words: 'Wrong passwords typed by strangers do not lock the owner’s known device out.',
      kept: ['server/src/sessions/sign-in-turns.actions.ts', 'server/src/db/functions/devices.sql'],
      proof: [
        { file: 'server/src/sessions/strangers.test.ts', test: 'SEC-3 S8 AUTH-5 strangers of many networks' },
        { file: 'server/src/sessions/strangers.test.ts', test: 'SEC-3 S8 the waits of strangers double' },
        { file: 'server/src/sessions/strangers.test.ts', test: 'SEC-3 S8 a forged cookie is a stranger' },
        { file: 'server/src/sessions/strangers.long.test.ts', test: 'SEC-3 S8 a day of guesses' },
      ],
      defect: {
        what: 'a known device counts with the strangers',
        file: 'server/src/sessions/sign-in-turns.actions.ts',
        from: 'if (known !== null) return',
        to: 'if (known === -1) return',
      },
      figure:
        'a day with 2,880 guesses from 1,000 networks: 108 passwords checked (960 before), and the owner’s device in 48 of 48 times',
    },
    {
      id: 'S10',
      words:
        'A second factor proves once: no code, recovery code, passkey’s answer or challenge is accepted twice, also at once; without it there is no session.',
      kept: ['server/src/db/functions/second-factors.sql', 'server/src/sessions/factors/proof.actions.ts'],
      proof: [
        { file: 'server/src/sessions/factors/second-factor.test.ts', test: 'SEC-1 S10 a code works once' },
        { file: 'server/src/sessions/factors/second-factor.test.ts', test: 'SEC-1 S10 a challenge is answered once' },
        { file: 'server/src/sessions/factors/passkeys.test.ts', test: 'SEC-1 a passkey is the second step' },
      ],
      defect: {
        what: 'a time step is accepted again',
        file: 'server/src/db/functions/second-factors.sql',
        from: 'and (counter < p_counter or',
        to: 'and (counter <= p_counter or',
      },
    },
    {
      id: 'S11',
      words:
        'Until a user has done what is due, a new password or a second factor, their session answers nothing else; what asks again is refused after ten minutes.',
      kept: ['server/src/platform/access/demands.ts', 'server/src/platform/http/implement.ts'],
      proof: [
        { file: 'server/src/sessions/due.test.ts', test: 'SEC-6 S11 who must choose a password' },
        { file: 'server/src/sessions/due.test.ts', test: 'SEC-1 S11 where staff must have a second factor' },
        {
          file: 'server/src/sessions/factors/second-factor.test.ts',
          test: 'SEC-1 S11 who has a factor gives it again',
        },
      ],
      defect: {
        what: 'a call is answered whatever is due',
        file: 'server/src/platform/access/demands.ts',
        from: 'if (due && !endpoint.whileDue?.includes(due))',
        to: 'if (due && endpoint.whileDue && !endpoint.whileDue.includes(due))',
      },
    },
  ],
}
