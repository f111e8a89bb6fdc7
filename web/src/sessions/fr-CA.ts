/** The French of this folder's interface. */
export const french = {
  'Your password is right. One more step protects your account.':
    'Votre mot de passe est bon. Une étape de plus protège votre compte.',
  'Use another account': 'Utiliser un autre compte',
  'Set up two-step verification': 'Configurez la vérification en deux étapes',
  'Current password': 'Mot de passe actuel',
  'Your administrator asks you to replace the password that you were given.':
    'Votre administrateur vous demande de remplacer le mot de passe que vous avez reçu.',
  'Your account needs a second step at sign-in: a code from an app on your phone, or a passkey.':
    'Votre compte exige une deuxième étape à la connexion\u00a0: un code d’une application de votre téléphone ou une clé d’accès.',
  'My first passkey': 'Ma première clé d’accès',
  'The fuel cards of your fleet in one place: every purchase, its price and your invoices.':
    'Les cartes de carburant de votre parc au même endroit\u00a0: chaque achat, son prix et vos factures.',
  'Company Created Successfully': 'Entreprise créée',
  Register: 'S’inscrire',
  'Register your company. Our staff review every registration. You get an e-mail when you can sign in.':
    'Inscrivez votre entreprise. Notre personnel examine chaque inscription. Vous recevrez un courriel dès que vous pourrez vous connecter.',
  'Checking that you are human. This takes a few seconds.':
    'Nous vérifions que vous n’êtes pas un robot. Cela prend quelques secondes.',
  'Registration needs a secure connection. Open this page with https.':
    'L’inscription exige une connexion sécurisée. Ouvrez cette page avec https.',
  'Your registration is waiting for approval. We are sending an e-mail to {email}, and another one when you can sign in.':
    'Votre inscription est en attente d’approbation. Nous envoyons un courriel à {email}, puis un autre dès que vous pourrez vous connecter.',
  'Your session has ended. Please sign in again.': 'Votre session a pris fin. Veuillez vous connecter de nouveau.',
  'Forgot password?': 'Mot de passe oublié?',
  'Forgot password': 'Mot de passe oublié',
  'Enter your e-mail, and we will send you a link to choose a new password.':
    'Entrez votre courriel, et nous vous enverrons un lien pour choisir un nouveau mot de passe.',
  'Send the link': 'Envoyer le lien',
  'If {email} belongs to an account, we are sending it a link to choose a new password. The link works once, within 60 minutes.':
    'Si {email} correspond à un compte, nous y envoyons un lien pour choisir un nouveau mot de passe. Le lien fonctionne une seule fois, pendant 60 minutes.',
  'Choose a new password': 'Choisissez un nouveau mot de passe',
  'New password': 'Nouveau mot de passe',
  'Set the new password': 'Enregistrer le nouveau mot de passe',
  'Request a new link': 'Demander un nouveau lien',
  'Your password has been changed. Please sign in with the new one.':
    'Votre mot de passe a été changé. Veuillez vous connecter avec le nouveau.',
  'Switch Profile': 'Changer de profil',
  Switch: 'Changer',
  'Back to sign in': 'Retour à la connexion',
  'Show password': 'Afficher le mot de passe',
  'Sign in': 'Se connecter',
  'Sign up': 'S’inscrire',
  'Try again in {count} s.': 'Réessayez dans {count} s.',
  'Try again in {count} min.': 'Réessayez dans {count} min.',
} as const satisfies Readonly<Record<string, string>>

/** The French of the service's messages, by key. */
export const frenchMessages = {
  'auth.required': 'Veuillez vous connecter.',
  'auth.invalid-credential': 'Identifiants incorrects. Veuillez réessayer.',
  'auth.waiting':
    'Votre inscription est en attente d’approbation. Vous recevrez un courriel dès que vous pourrez vous connecter.',
  'auth.throttled': 'Trop de tentatives. Veuillez patienter un peu, puis réessayer.',
  'auth.reset-invalid': 'Ce lien est expiré ou a déjà servi. Veuillez en demander un nouveau.',
  'auth.not-eligible': 'Vous n’êtes pas autorisé à changer de compte.',
  'auth.already-switched': 'Revenez à votre compte avant d’en choisir un autre.',
  'auth.not-switched': 'Vous n’êtes pas dans un autre compte.',
  'auth.forbidden': 'Vous n’avez pas la permission de faire ceci, communiquez avec votre administrateur.',
  'auth.password-due': 'Choisissez d’abord un nouveau mot de passe.',
  'auth.factor-due': 'Configurez d’abord la vérification en deux étapes.',
  'auth.second-factor-needed': 'Confirmez votre identité avec la vérification en deux étapes.',
  'auth.challenge-over': 'Cette connexion a expiré. Entrez de nouveau votre courriel et votre mot de passe.',
  'auth.wrong-code': 'Ce code n’est pas valide. Entrez le plus récent.',
  'factor.none': 'Vous n’avez pas configuré la vérification en deux étapes.',
  'factor.none-of-user': 'Cet utilisateur n’a pas configuré la vérification en deux étapes.',
  'factor.setup-over': 'Cette configuration a pris fin. Recommencez.',
  'factor.passkey-refused': 'Cette clé d’accès n’a pas pu être vérifiée. Réessayez.',
  'factor.own': 'Modifiez votre propre vérification en deux étapes dans votre profil.',
  'factor.passkey-cancelled': 'Aucune clé d’accès n’a été utilisée. Réessayez ou choisissez un autre moyen.',
  'password.leaked': 'Ce mot de passe est parmi les premiers que les pirates essaient. Choisissez-en un autre.',
  'password.personal':
    'Un mot de passe ne peut pas contenir «\u00a0{part}\u00a0». Les noms, courriels, entreprises et marques sont essayés en premier.',
  'password.warn-leaked':
    'Ce mot de passe est parmi les premiers que les pirates essaient. Demandez à l’utilisateur d’en choisir un autre.',
  'password.warn-personal':
    'Ce mot de passe contient «\u00a0{part}\u00a0», que les pirates essaient en premier. Demandez à l’utilisateur d’en choisir un autre.',
  'password.warn-short':
    'Ici, les mots de passe ont au moins {min} caractères. Demandez à l’utilisateur d’en choisir un plus long.',
  'password.not-current': 'Ce n’est pas votre mot de passe actuel.',
  'password.same': 'Choisissez un mot de passe différent de l’actuel.',
  'password.differ': 'Les deux mots de passe diffèrent.',
  'password.mismatch': 'Les mots de passe ne correspondent pas',
} as const satisfies Readonly<Record<string, string>>
