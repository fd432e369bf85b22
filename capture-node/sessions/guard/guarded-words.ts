/** What a step must not do on a person's behalf (S83). */
export type Danger = 'payment' | 'purchase' | 'deletion' | 'account';

/**
 * The words of one language. Each is a whole word or phrase; writing systems without spaces match anywhere. `=` before
 * one: it has another meaning inside of longer texts, so it counts only where it is the whole text.
 */
export interface GuardedWords {
  readonly payment: readonly string[];
  readonly purchase: readonly string[];
  readonly deletion: readonly string[];
  /** Takes something away, which is harmless where it only changes the view (`viewState`). */
  readonly removal: readonly string[];
  readonly account: readonly string[];
  /** A filter, a search, a selection: to take these away loses nothing. */
  readonly viewState: readonly string[];
  /** Yes, OK, continue: means what the dialogue around it asks. */
  readonly consent: readonly string[];
  /** Save, update, apply: is a change of the account where the account is what is edited. */
  readonly saving: readonly string[];
  /** What the part of a page that edits an account is called. */
  readonly accountArea: readonly string[];
  /** What begins a text about the matter: a help page is not the matter itself. */
  readonly asking: readonly string[];
}

const english: GuardedWords = {
  payment: [
    'pay', 'pay now', 'pay with', 'make payment', 'make a payment', 'confirm payment', 'complete payment', 'submit payment', 'authorize payment',
    'authorise payment', 'send money', 'send payment', 'transfer money', 'transfer funds', 'donate', 'donate now', 'add payment method',
    'top up', 'add funds', 'withdraw', 'deposit',
  ],
  purchase: [
    'buy', 'buy now', 'buy it now', 'purchase', 'place order', 'place your order', 'complete order', 'complete purchase', 'confirm order', 'confirm purchase',
    'submit order', 'order now', 'checkout', 'check out', 'proceed to checkout', 'go to checkout', 'continue to payment', 'proceed to payment', 'book now',
    'confirm booking', 'reserve now', 'place bid', 'bid now', 'subscribe now', 'start subscription', 'upgrade', 'upgrade now', 'upgrade plan', 'upgrade to pro',
    'start trial', 'start free trial', 'start my free trial', 'get plan', 'choose plan', 'select plan', 'redeem', 'rent now', 'pre-order', 'preorder', '1-click',
    'one click buy',
  ],
  deletion: [
    'delete', 'delete all', 'delete forever', 'permanently delete', 'erase', 'erase all', 'destroy', 'wipe', 'purge', 'empty trash', 'empty bin', 'move to trash',
    'move to bin', 'clear history', 'clear data', 'clear all data', 'reset to factory', 'factory reset', 'uninstall', 'terminate', 'drop table',
    'drop database', 'discard draft',
  ],
  removal: ['remove', 'discard', 'trash', 'unlink', 'detach'],
  account: [
    'deactivate', 'deactivate account', 'close account', 'close my account', 'cancel subscription', 'cancel membership', 'cancel plan', 'cancel my plan',
    'cancel order', 'unsubscribe', 'downgrade', 'change password', 'reset password', 'update password', 'change email', 'update email', 'change username',
    'change plan', 'disable account', 'suspend', 'suspend account', 'block user', 'ban user', 'transfer ownership', 'make owner', 'make admin', 'revoke',
    'revoke access', 'regenerate', 'regenerate key', 'rotate key', 'invite', 'send invite', 'send invitation', 'leave team', 'leave organization', 'leave workspace',
    'sign out everywhere', 'log out of all devices', 'disable two-factor', 'turn off two-factor', 'disable 2fa', 'create account', 'create my account', 'sign up',
    'register', 'connect account', 'disconnect', 'merge accounts', 'save profile', 'update profile', 'save billing', 'update billing', 'grant access', 'authorize app',
    'verify identity',
  ],
  viewState: ['filter', 'filters', 'search', 'selection', 'sort', 'sorting', 'formatting', 'background', 'highlight', 'highlights', 'query', 'column', 'zoom', 'preview', 'comparison'],
  consent: ['ok', 'okay', 'yes', 'confirm', 'continue', 'proceed', 'agree', 'accept', 'submit', 'apply', 'next', 'done', 'i understand', 'yes, i am sure', 'got it', 'send', 'finish'],
  saving: ['save', 'save changes', 'update', 'apply', 'apply changes', 'submit', 'confirm'],
  accountArea: ['account', 'profile', 'billing', 'payment methods', 'subscription', 'security', 'password', 'members', 'team members', 'email address', 'two-factor'],
  asking: ['how', 'how to', 'what', 'why', 'when', 'where', 'who', 'learn', 'read', 'guide', 'about', 'help', 'faq', 'can i', 'should i', 'tips', 'docs'],
};

const german: GuardedWords = {
  payment: ['bezahlen', 'jetzt bezahlen', '=zahlen', 'jetzt zahlen', 'zahlungspflichtig bestellen', 'zahlung bestatigen', 'zahlung abschliessen', 'geld senden', 'uberweisen', 'spenden', 'jetzt spenden', 'zahlungsmethode hinzufugen', 'guthaben aufladen', 'aufladen', 'auszahlen', 'einzahlen'],
  purchase: ['kaufen', 'jetzt kaufen', 'sofort kaufen', 'sofortkauf', 'bestellen', 'jetzt bestellen', 'kostenpflichtig bestellen', 'bestellung abschliessen', 'bestellung aufgeben', 'zur kasse', 'zur kasse gehen', 'kasse', 'weiter zur zahlung', 'buchen', 'jetzt buchen', 'verbindlich buchen', 'reservieren', 'jetzt reservieren', 'gebot abgeben', 'abonnieren und zahlen', 'jetzt abonnieren', 'upgraden', 'jetzt upgraden', 'tarif wahlen', 'mieten', 'vorbestellen', 'kostenlos testen', 'einlosen'],
  deletion: ['loschen', 'alles loschen', 'endgultig loschen', 'dauerhaft loschen', 'vernichten', 'papierkorb leeren', 'in den papierkorb', 'verlauf loschen', 'deinstallieren', 'zurucksetzen auf werkseinstellungen', 'leeren'],
  removal: ['entfernen', 'verwerfen', 'trennen'],
  account: ['konto schliessen', 'konto deaktivieren', 'deaktivieren', 'kundigen', 'abo kundigen', 'mitgliedschaft kundigen', 'vertrag kundigen', 'stornieren', 'bestellung stornieren', 'abmelden vom newsletter', 'passwort andern', 'passwort zurucksetzen', 'kennwort andern', 'e-mail andern', 'e-mail-adresse andern', 'tarif andern', 'tarif wechseln', 'sperren', 'widerrufen', 'zugriff entziehen', 'einladen', 'einladung senden', 'registrieren', 'konto erstellen', 'konto anlegen', 'profil speichern', 'auf allen geraten abmelden', 'eigentum ubertragen', 'team verlassen', 'konto verbinden'],
  viewState: ['filter', 'suche', 'auswahl', 'sortierung', 'formatierung', 'hintergrund', 'markierung', 'suchbegriff', 'spalte', 'vergleich'],
  consent: ['ok', 'ja', 'bestatigen', 'weiter', 'fortfahren', 'zustimmen', 'akzeptieren', 'absenden', 'anwenden', 'fertig', 'verstanden', 'ja, ich bin sicher', 'senden'],
  saving: ['speichern', 'anderungen speichern', 'aktualisieren', 'ubernehmen', 'absenden'],
  accountArea: ['konto', 'benutzerkonto', 'profil', 'abrechnung', 'zahlungsmethoden', 'abo', 'abonnement', 'sicherheit', 'passwort', 'kennwort', 'mitglieder', 'e-mail-adresse'],
  asking: ['wie', 'was', 'warum', 'wann', 'wo', 'anleitung', 'hilfe', 'ratgeber', 'uber', 'mehr erfahren', 'tipps'],
};

const french: GuardedWords = {
  payment: ['payer', 'payer maintenant', 'proceder au paiement', 'valider le paiement', 'confirmer le paiement', 'envoyer de l’argent', "envoyer de l'argent", 'faire un don', 'virer', 'effectuer un virement', 'ajouter un moyen de paiement', 'retirer des fonds'],
  purchase: ['acheter', 'acheter maintenant', 'achat immediat', 'commander', 'passer commande', 'passer la commande', 'valider la commande', 'confirmer la commande', 'finaliser la commande', 'valider mon panier', 'reserver', 'reserver maintenant', 'encherir', 'souscrire', 's’abonner maintenant', "s'abonner maintenant", 'choisir cette offre', 'passer a la version pro', 'essai gratuit', 'commencer l’essai', 'louer', 'precommander'],
  deletion: ['supprimer', 'tout supprimer', 'supprimer definitivement', 'effacer', 'effacer l’historique', "effacer l'historique", 'detruire', 'vider la corbeille', 'mettre a la corbeille', 'desinstaller'],
  removal: ['retirer', 'enlever', 'dissocier'],
  account: ['cloturer le compte', 'fermer mon compte', 'desactiver', 'desactiver le compte', 'resilier', 'resilier l’abonnement', "resilier l'abonnement", 'annuler l’abonnement', "annuler l'abonnement", 'annuler la commande', 'se desabonner', 'se desinscrire', 'changer le mot de passe', 'modifier le mot de passe', 'reinitialiser le mot de passe', 'changer d’adresse e-mail', 'modifier l’e-mail', 'changer d’offre', 'revoquer', 'inviter', 'envoyer l’invitation', 'creer un compte', 'creer mon compte', 's’inscrire', "s'inscrire", 'enregistrer le profil', 'deconnecter tous les appareils', 'quitter l’equipe', 'suspendre'],
  viewState: ['filtre', 'filtres', 'recherche', 'selection', 'tri', 'mise en forme', 'arriere-plan', 'surlignage', 'colonne'],
  consent: ['ok', 'oui', 'confirmer', 'continuer', 'accepter', 'valider', 'envoyer', 'appliquer', 'suivant', 'terminer', 'j’ai compris', "j'ai compris", 'd’accord', "d'accord"],
  saving: ['enregistrer', 'enregistrer les modifications', 'mettre a jour', 'appliquer', 'valider', 'sauvegarder'],
  accountArea: ['compte', 'mon compte', 'profil', 'facturation', 'moyens de paiement', 'abonnement', 'securite', 'mot de passe', 'membres', 'adresse e-mail'],
  asking: ['comment', 'pourquoi', 'quand', 'ou', 'qu’est-ce', 'guide', 'aide', 'a propos', 'en savoir plus', 'decouvrir', 'conseils'],
};

const spanish: GuardedWords = {
  payment: ['pagar', 'pagar ahora', 'realizar pago', 'realizar el pago', 'confirmar pago', 'confirmar el pago', 'enviar dinero', 'transferir', 'transferir dinero', 'donar', 'donar ahora', 'anadir metodo de pago', 'recargar saldo', 'retirar fondos'],
  purchase: ['comprar', 'comprar ahora', 'comprar ya', 'realizar pedido', 'hacer pedido', 'confirmar pedido', 'confirmar compra', 'finalizar compra', 'tramitar pedido', 'pedir ahora', 'reservar', 'reservar ahora', 'pujar', 'suscribirse ahora', 'suscribirme ahora', 'contratar', 'contratar ahora', 'mejorar plan', 'elegir plan', 'prueba gratis', 'alquilar', 'ir a pagar', 'proceder al pago'],
  deletion: ['eliminar', 'eliminar todo', 'eliminar definitivamente', 'borrar', 'borrar todo', 'borrar historial', 'suprimir', 'destruir', 'vaciar papelera', 'mover a la papelera', 'desinstalar'],
  removal: ['quitar', 'descartar', 'desvincular'],
  account: ['cerrar cuenta', 'cerrar mi cuenta', 'desactivar', 'desactivar cuenta', 'cancelar suscripcion', 'cancelar la suscripcion', 'cancelar plan', 'cancelar pedido', 'darse de baja', 'darme de baja', 'cambiar contrasena', 'cambiar la contrasena', 'restablecer contrasena', 'cambiar correo', 'cambiar plan', 'revocar', 'revocar acceso', 'invitar', 'enviar invitacion', 'crear cuenta', 'crear una cuenta', 'registrarse', 'registrarme', 'guardar perfil', 'cerrar sesion en todos los dispositivos', 'suspender', 'abandonar equipo'],
  viewState: ['filtro', 'filtros', 'busqueda', 'seleccion', 'orden', 'formato', 'fondo', 'resaltado', 'columna'],
  consent: ['ok', 'si', 'aceptar', 'confirmar', 'continuar', 'enviar', 'aplicar', 'siguiente', 'terminar', 'entendido', 'de acuerdo'],
  saving: ['guardar', 'guardar cambios', 'actualizar', 'aplicar', 'enviar'],
  accountArea: ['cuenta', 'mi cuenta', 'perfil', 'facturacion', 'metodos de pago', 'suscripcion', 'seguridad', 'contrasena', 'miembros', 'correo electronico'],
  asking: ['como', 'que', 'por que', 'cuando', 'donde', 'guia', 'ayuda', 'acerca de', 'mas informacion', 'consejos'],
};

const portuguese: GuardedWords = {
  payment: ['pagar', 'pagar agora', 'efetuar pagamento', 'realizar pagamento', 'confirmar pagamento', 'enviar dinheiro', 'transferir', 'transferir dinheiro', 'doar', 'doar agora', 'adicionar metodo de pagamento'],
  purchase: ['comprar', 'comprar agora', 'comprar ja', 'finalizar compra', 'finalizar pedido', 'fazer pedido', 'confirmar pedido', 'confirmar compra', 'fechar pedido', 'ir para o pagamento', 'encomendar', 'reservar', 'reservar agora', 'dar lance', 'assinar', 'assinar agora', 'contratar', 'fazer upgrade', 'escolher plano', 'teste gratis', 'alugar'],
  deletion: ['excluir', 'excluir tudo', 'excluir permanentemente', 'apagar', 'apagar tudo', 'apagar historico', 'eliminar', 'deletar', 'destruir', 'esvaziar lixeira', 'mover para a lixeira', 'desinstalar'],
  removal: ['remover', 'descartar', 'desvincular'],
  account: ['encerrar conta', 'fechar conta', 'desativar', 'desativar conta', 'cancelar assinatura', 'cancelar subscricao', 'cancelar plano', 'cancelar pedido', 'cancelar inscricao', 'alterar senha', 'mudar senha', 'redefinir senha', 'alterar palavra-passe', 'alterar e-mail', 'mudar plano', 'revogar', 'revogar acesso', 'convidar', 'enviar convite', 'criar conta', 'criar uma conta', 'cadastrar', 'cadastrar-se', 'cadastre-se', 'registar', 'registrar-se', 'salvar perfil', 'guardar perfil', 'sair de todos os dispositivos', 'suspender'],
  viewState: ['filtro', 'filtros', 'pesquisa', 'busca', 'selecao', 'ordenacao', 'formatacao', 'fundo', 'destaque', 'coluna'],
  consent: ['ok', 'sim', 'confirmar', 'continuar', 'aceitar', 'enviar', 'aplicar', 'proximo', 'concluir', 'entendi', 'concordo'],
  saving: ['salvar', 'salvar alteracoes', 'guardar', 'guardar alteracoes', 'atualizar', 'aplicar', 'enviar'],
  accountArea: ['conta', 'minha conta', 'perfil', 'faturamento', 'cobranca', 'metodos de pagamento', 'assinatura', 'seguranca', 'senha', 'membros', 'e-mail'],
  asking: ['como', 'o que', 'por que', 'quando', 'onde', 'guia', 'ajuda', 'sobre', 'saiba mais', 'dicas'],
};

const italian: GuardedWords = {
  payment: ['paga', 'paga ora', 'paga adesso', 'pagare', 'effettua il pagamento', 'conferma pagamento', 'conferma il pagamento', 'invia denaro', 'trasferisci', 'bonifico', 'dona', 'dona ora', 'aggiungi metodo di pagamento', 'preleva'],
  purchase: ['acquista', 'acquista ora', 'compra', 'compra ora', 'compra subito', 'compralo subito', '=ordina', 'ordina ora', 'effettua ordine', 'invia ordine', 'conferma ordine', 'completa ordine', "completa l'ordine", 'concludi acquisto', 'procedi al pagamento', 'vai alla cassa', 'alla cassa', 'prenota', 'prenota ora', 'fai un’offerta', 'abbonati', 'abbonati ora', 'passa a pro', 'scegli piano', 'prova gratuita', 'noleggia', 'preordina'],
  deletion: ['elimina', 'elimina tutto', 'elimina definitivamente', 'cancella', 'cancella tutto', 'cancella cronologia', 'distruggi', 'svuota cestino', 'sposta nel cestino', 'disinstalla'],
  removal: ['rimuovi', 'scarta', 'scollega'],
  account: ['chiudi account', 'chiudi conto', 'disattiva', 'disattiva account', 'annulla abbonamento', "annulla l'abbonamento", 'disdici', 'disdici abbonamento', 'annulla ordine', 'annulla iscrizione', 'disiscriviti', 'cambia password', 'modifica password', 'reimposta password', 'cambia email', 'modifica email', 'cambia piano', 'revoca', 'revoca accesso', 'invita', 'invia invito', 'crea account', 'crea un account', 'registrati', 'iscriviti', 'salva profilo', 'esci da tutti i dispositivi', 'sospendi', 'abbandona team'],
  viewState: ['filtro', 'filtri', 'ricerca', 'selezione', 'ordinamento', 'formattazione', 'sfondo', 'evidenziazione', 'colonna'],
  consent: ['ok', 'si', 'conferma', 'continua', 'accetta', 'invia', 'applica', 'avanti', 'fine', 'ho capito', 'procedi'],
  saving: ['salva', 'salva modifiche', 'aggiorna', 'applica', 'invia'],
  accountArea: ['account', 'il mio account', 'profilo', 'fatturazione', 'metodi di pagamento', 'abbonamento', 'sicurezza', 'password', 'membri', 'indirizzo email'],
  asking: ['come', 'cosa', 'perche', 'quando', 'dove', 'guida', 'aiuto', 'informazioni', 'scopri', 'consigli'],
};

const dutch: GuardedWords = {
  payment: ['betalen', 'nu betalen', 'betaal', 'betaal nu', 'betaling bevestigen', 'bevestig betaling', 'geld overmaken', 'overmaken', 'geld sturen', 'doneren', 'doneer', 'doneer nu', 'betaalmethode toevoegen', 'opwaarderen'],
  purchase: ['kopen', 'nu kopen', 'koop', 'koop nu', 'bestellen', 'nu bestellen', 'bestel', 'bestel nu', 'bestelling plaatsen', 'plaats bestelling', 'bestelling afronden', 'bestelling bevestigen', 'afrekenen', 'naar kassa', 'verder naar betalen', 'boeken', 'boek nu', 'nu boeken', 'reserveren', 'reserveer nu', 'bod plaatsen', 'abonneer nu', 'upgraden', 'nu upgraden', 'kies abonnement', 'gratis proberen', 'huren', 'pre-order'],
  deletion: ['verwijderen', 'verwijder', 'alles verwijderen', 'definitief verwijderen', 'wissen', 'alles wissen', 'geschiedenis wissen', 'vernietigen', 'prullenbak legen', 'naar prullenbak'],
  removal: ['weghalen', 'ontkoppelen', 'weggooien'],
  account: ['account sluiten', 'account opheffen', 'deactiveren', 'account deactiveren', 'opzeggen', 'abonnement opzeggen', 'abonnement annuleren', 'bestelling annuleren', 'uitschrijven', 'afmelden voor nieuwsbrief', 'wachtwoord wijzigen', 'wachtwoord veranderen', 'wachtwoord resetten', 'e-mail wijzigen', 'e-mailadres wijzigen', 'abonnement wijzigen', 'intrekken', 'toegang intrekken', 'uitnodigen', 'uitnodiging versturen', 'account aanmaken', 'account maken', 'registreren', 'aanmelden als nieuw', 'profiel opslaan', 'uitloggen op alle apparaten', 'blokkeren', 'team verlaten'],
  viewState: ['filter', 'filters', 'zoekopdracht', 'selectie', 'sortering', 'opmaak', 'achtergrond', 'markering', 'kolom'],
  consent: ['ok', 'oke', 'ja', 'bevestigen', 'doorgaan', 'verder', 'akkoord', 'accepteren', 'verzenden', 'toepassen', 'volgende', 'klaar', 'begrepen'],
  saving: ['opslaan', 'wijzigingen opslaan', 'bijwerken', 'toepassen', 'verzenden'],
  accountArea: ['account', 'mijn account', 'profiel', 'facturering', 'betaalmethoden', 'abonnement', 'beveiliging', 'wachtwoord', 'leden', 'e-mailadres'],
  asking: ['hoe', 'wat', 'waarom', 'wanneer', 'waar', 'handleiding', 'help', 'over', 'meer informatie', 'tips'],
};

const polish: GuardedWords = {
  payment: ['zaplac', 'zaplac teraz', 'przejdz do platnosci', 'potwierdz platnosc', 'dokonaj platnosci', 'wyslij pieniadze', 'przelej', 'przekaz darowizne', 'wesprzyj', 'dodaj metode platnosci', 'doladuj', 'wyplac'],
  purchase: ['kup', 'kup teraz', 'kupuje', 'kupuje i place', 'zamow', 'zamow teraz', 'zamawiam', 'zamawiam i place', 'zloz zamowienie', 'potwierdz zamowienie', 'finalizuj zamowienie', 'do kasy', 'przejdz do kasy', 'zarezerwuj', 'rezerwuj', 'rezerwuj teraz', 'licytuj', 'subskrybuj teraz', 'wykup', 'wykup abonament', 'ulepsz plan', 'wybierz plan', 'rozpocznij okres probny', 'wypozycz'],
  deletion: ['usun', 'usun wszystko', 'usun trwale', 'usun na zawsze', 'skasuj', 'wymaz', 'zniszcz', 'oproznij kosz', 'przenies do kosza', 'wyczysc historie', 'odinstaluj'],
  removal: ['odlacz', 'odrzuc'],
  account: ['zamknij konto', 'dezaktywuj', 'dezaktywuj konto', 'anuluj subskrypcje', 'anuluj abonament', 'anuluj zamowienie', 'zrezygnuj', 'rezygnuje', 'wypisz sie', 'zmien haslo', 'zresetuj haslo', 'zmien e-mail', 'zmien adres e-mail', 'zmien plan', 'cofnij dostep', 'zapros', 'wyslij zaproszenie', 'zaloz konto', 'utworz konto', 'zarejestruj sie', 'zapisz profil', 'wyloguj ze wszystkich urzadzen', 'zablokuj', 'zawies', 'opusc zespol'],
  viewState: ['filtr', 'filtry', 'filtra', 'wyszukiwanie', 'zaznaczenie', 'sortowanie', 'formatowanie', 'tlo', 'kolumne'],
  consent: ['ok', 'tak', 'potwierdz', 'kontynuuj', 'dalej', 'zgadzam sie', 'akceptuj', 'wyslij', 'zastosuj', 'gotowe', 'rozumiem'],
  saving: ['zapisz', 'zapisz zmiany', 'aktualizuj', 'zaktualizuj', 'zastosuj', 'wyslij'],
  accountArea: ['konto', 'moje konto', 'profil', 'rozliczenia', 'metody platnosci', 'subskrypcja', 'abonament', 'bezpieczenstwo', 'haslo', 'czlonkowie', 'adres e-mail'],
  asking: ['jak', 'co', 'dlaczego', 'kiedy', 'gdzie', 'poradnik', 'pomoc', 'o nas', 'dowiedz sie', 'wskazowki'],
};

const turkish: GuardedWords = {
  payment: ['ode', 'simdi ode', 'odeme yap', 'odemeyi tamamla', 'odemeyi onayla', 'para gonder', 'havale yap', 'bagis yap', 'bagis', 'odeme yontemi ekle', 'bakiye yukle', 'para cek'],
  purchase: ['satin al', 'hemen al', 'simdi al', 'siparis ver', 'siparisi tamamla', 'siparisi onayla', 'sepeti onayla', 'alisverisi tamamla', 'odemeye gec', 'odeme adimina gec', 'rezervasyon yap', 'simdi rezerve et', 'teklif ver', 'abone ol ve ode', 'simdi abone ol', 'yukselt', 'plani yukselt', 'plan sec', 'ucretsiz dene', 'kirala', 'on siparis'],
  deletion: ['sil', 'tumunu sil', 'kalici olarak sil', 'hesabi sil', 'yok et', 'cop kutusunu bosalt', 'cop kutusuna tasi', 'gecmisi temizle', 'kaldirip sil', 'programi kaldir'],
  removal: ['kaldir', 'cikar', 'baglantiyi kes'],
  account: ['hesabi kapat', 'hesabimi kapat', 'devre disi birak', 'aboneligi iptal et', 'uyeligi iptal et', 'siparisi iptal et', 'abonelikten cik', 'sifreyi degistir', 'parolayi degistir', 'sifre degistir', 'sifreyi sifirla', 'e-postayi degistir', 'plani degistir', 'iptal et ve sil', 'erisimi iptal et', 'davet et', 'davet gonder', 'hesap olustur', 'kaydol', 'uye ol', 'kayit ol', 'profili kaydet', 'tum cihazlardan cikis yap', 'engelle', 'askiya al', 'ekipten ayril'],
  viewState: ['filtre', 'filtreleri', 'filtreyi', 'arama', 'aramayi', 'secim', 'secimi', 'siralama', 'bicimlendirme', 'arka plan', 'sutun'],
  consent: ['tamam', 'evet', 'onayla', 'devam', 'devam et', 'kabul et', 'gonder', 'uygula', 'ileri', 'bitti', 'anladim'],
  saving: ['kaydet', 'degisiklikleri kaydet', 'guncelle', 'uygula', 'gonder'],
  accountArea: ['hesap', 'hesabim', 'profil', 'faturalandirma', 'odeme yontemleri', 'abonelik', 'guvenlik', 'sifre', 'parola', 'uyeler', 'e-posta'],
  asking: ['nasil', 'ne', 'neden', 'ne zaman', 'nerede', 'rehber', 'yardim', 'hakkinda', 'daha fazla', 'ipuclari'],
};

const japanese: GuardedWords = {
  payment: ['支払う', '支払いをする', '支払いを確定', 'お支払いへ進む', '決済する', '決済へ', '送金', '振り込む', '寄付する', '支払い方法を追加', 'チャージする', '出金'],
  purchase: ['購入する', '今すぐ購入', '購入手続き', '購入を確定', '=購入', '今すぐ買う', 'ご購入手続き', 'レジに進む', 'レジへ進む', '注文を確定', '注文する', 'ご注文手続き', 'ご注文を確定', '予約する', '予約を確定', '入札', '申し込む', 'お申し込み', '定期購読する', 'アップグレード', 'プランを選択', '無料トライアル', 'レンタルする'],
  deletion: ['削除', '消去', '完全に消す', 'ゴミ箱に移動', 'ゴミ箱へ', 'ゴミ箱を空', '破棄', '履歴を消', 'アンインストール', '初期化'],
  removal: ['取り除く', '解除', '外す'],
  account: ['退会', '解約', 'アカウントを閉鎖', '無効化', '停止する', '登録解除', '配信停止', 'パスワードを変更', 'パスワード変更', 'パスワードをリセット', 'メールアドレスを変更', 'プランを変更', '注文をキャンセル', '予約をキャンセル', '招待する', '招待を送', 'アカウントを作成', '新規登録', '会員登録', '登録する', 'プロフィールを保存', '権限を取り消', 'アクセスを取り消', 'ブロックする', 'すべての端末からログアウト'],
  viewState: ['フィルタ', 'フィルター', '絞り込み', '検索', '選択', '並べ替え', '書式', '背景', 'ハイライト'],
  consent: ['はい', 'ok', '確認', '続ける', '続行', '同意', '送信', '適用', '次へ', '完了', '了解', '実行'],
  saving: ['保存', '変更を保存', '更新', '適用', '送信'],
  accountArea: ['アカウント', 'プロフィール', '請求', 'お支払い方法', '支払い方法', 'サブスクリプション', 'セキュリティ', 'パスワード', 'メンバー', 'メールアドレス'],
  asking: ['とは', '方法', '使い方', 'ヘルプ', 'ガイド', 'について', 'よくある質問'],
};

const chinese: GuardedWords = {
  payment: ['付款', '支付', '立即付款', '去支付', '转账', '转帐', '轉帳', '汇款', '捐款', '打赏', '充值', '提现', '添加银行卡', '新增信用卡'],
  purchase: ['购买', '購買', '立即购买', '马上抢', '下单', '下單', '提交订单', '送出訂單', '确认订单', '去结算', '結帳', '结账', '立即预订', '预订', '預訂', '租用', '升级套餐', '开通会员', '免费试用'],
  deletion: ['删除', '刪除', '清空', '抹掉', '永久移除', '移至回收站', '卸载', '銷毀', '销毁'],
  removal: ['移除', '解绑'],
  account: ['注销', '註銷', '关闭账户', '停用', '取消订阅', '取消訂閱', '退订', '取消订单', '修改密码', '更改密码', '重置密码', '變更密碼', '修改邮箱', '更换手机号', '撤销授权', '邀请', '邀請', '注册', '註冊', '创建账户', '拉黑', '保存资料'],
  viewState: ['筛选', '篩選', '搜索', '选择', '排序', '格式', '背景'],
  consent: ['确定', '確定', '是', '确认', '继续', '同意', '提交', '应用', '下一步', '完成'],
  saving: ['保存', '儲存', '更新', '应用', '提交'],
  accountArea: ['账户', '帳戶', '个人资料', '账单', '支付方式', '订阅', '安全', '密码', '成员'],
  asking: ['如何', '怎么', '怎樣', '什么是', '为什么', '帮助', '指南', '关于'],
};

const arabic: GuardedWords = {
  payment: ['ادفع', 'ادفع الآن', 'إتمام الدفع', 'تأكيد الدفع', 'دفع', 'حوّل', 'تحويل الأموال', 'تبرع', 'تبرع الآن', 'إضافة بطاقة', 'شحن الرصيد'],
  purchase: ['اشتر', 'اشتر الآن', 'شراء', 'شراء الآن', 'إتمام الشراء', 'إتمام الطلب', 'تأكيد الطلب', 'اطلب الآن', 'احجز', 'احجز الآن', 'اشترك الآن', 'ترقية'],
  deletion: ['حذف', 'احذف', 'حذف نهائي', 'مسح', 'مسح الكل', 'إفراغ سلة المهملات', 'إتلاف'],
  removal: ['إزالة'],
  account: ['إغلاق الحساب', 'تعطيل الحساب', 'إلغاء الاشتراك', 'إلغاء الطلب', 'تغيير كلمة المرور', 'إعادة تعيين كلمة المرور', 'تغيير البريد', 'دعوة', 'إنشاء حساب', 'تسجيل حساب', 'إلغاء الوصول', 'حظر'],
  viewState: ['الفلتر', 'عامل التصفية', 'التصفية', 'البحث', 'التحديد', 'الخلفية'],
  consent: ['نعم', 'موافق', 'تأكيد', 'متابعة', 'إرسال', 'تطبيق', 'التالي', 'تم'],
  saving: ['حفظ', 'حفظ التغييرات', 'تحديث', 'تطبيق'],
  accountArea: ['الحساب', 'حسابي', 'الملف الشخصي', 'الفوترة', 'طرق الدفع', 'الاشتراك', 'الأمان', 'كلمة المرور', 'الأعضاء'],
  asking: ['كيف', 'كيفية', 'ما', 'لماذا', 'متى', 'دليل', 'مساعدة', 'حول'],
};

/** S83: ten languages, and two that cost nothing more. A page is held to all of them: its own language is not asked. */
export const guardedWords: Readonly<Record<string, GuardedWords>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  pt: portuguese,
  it: italian,
  nl: dutch,
  pl: polish,
  tr: turkish,
  ja: japanese,
  zh: chinese,
  ar: arabic,
};

/** Texts that hold a guarded word and mean something else: taken out before a text is judged. */
export const lookAlikes: readonly string[] = [
  'check out our', 'check out the', 'check out what', 'check out how', 'check out these', 'check out more', 'check out all', 'pay as you go', 'pay-as-you-go',
  'pay attention', 'purchase order', 'purchase orders', 'purchase history', 'order history', 'payment history', 'recently deleted', 'deleted items',
  'upgrade guide', 'upgrade notes', 'transfer history', 'delete key', 'trash can', 'sign up for updates', 'register of', 'book now and pay later faq',
  'kaufberatung', 'zahlen und fakten', 'zuletzt geloscht', 'geloschte elemente', 'bestellen und liefern', 'ordina per',
  'elementi eliminati', 'elements supprimes', 'elementos eliminados', 'itens excluidos', 'verwijderde items', 'ostatnio usuniete', 'son silinenler',
  '購入履歴', '注文履歴', 'ご注文履歴', '削除済み', '削除された', '購入ガイド', '支払い履歴', '购买记录', '付款方式', '支付方式', '已删除', '回收站', 'سجل المشتريات',
];

/** As a link these lead to a page that asks for more; what is done there is judged there. */
export const leadingWords: readonly string[] = [
  'sign up', 'register', 'create account', 'create my account', 'start trial', 'start free trial', 'start my free trial', 'upgrade', 'choose plan',
  'select plan', 'get plan', 'reset password', 'change plan', 'registrieren', 'konto erstellen', 'konto anlegen', 'kostenlos testen', 'tarif wahlen', 'passwort zurucksetzen',
  "s'inscrire", 'creer un compte', 'creer mon compte', 'essai gratuit', 'registrarse', 'registrarme', 'crear cuenta', 'crear una cuenta', 'prueba gratis', 'elegir plan',
  'cadastrar', 'cadastrar-se', 'cadastre-se', 'registar', 'criar conta', 'criar uma conta', 'teste gratis', 'registrati', 'iscriviti', 'crea account', 'crea un account',
  'prova gratuita', 'account aanmaken', 'account maken', 'registreren', 'gratis proberen', 'zaloz konto', 'utworz konto', 'zarejestruj sie', 'rozpocznij okres probny', 'kaydol', 'uye ol', 'kayit ol',
  'hesap olustur', 'ucretsiz dene', '新規登録', '会員登録', 'アカウントを作成', '無料トライアル', '注册', '註冊', '创建账户', '免费试用', 'إنشاء حساب',
];

/** Anywhere in the text of a link: it leads to a page about the matter. */
export const helpNouns: readonly string[] = [
  'guide', 'docs', 'documentation', 'faq', 'policy', 'tutorial', 'reference', 'blog', 'article', 'help', 'terms', 'anleitung', 'leitfaden', 'richtlinie', 'richtlinien', 'hilfe',
  'politique', 'conditions', 'politica', 'guia', 'guida', 'handleiding', 'beleid', 'poradnik', 'regulamin', 'rehber', 'ガイド', 'ヘルプ', 'ポリシー', '规约', '指南', '政策', 'سياسة',
];
