import { describe, expect, test } from 'vitest';
import type { Danger } from './guarded-words.ts';
import { clickDanger, gotoDanger, pressDanger, refusalOf, typeDanger } from './step-guard.ts';
import type { FormFacts, StepTarget } from './step-target.ts';

const target = (over: Partial<StepTarget>): StepTarget => ({
  tag: 'button',
  role: '',
  text: '',
  names: '',
  hints: '',
  href: '',
  method: '',
  isLink: false,
  isSubmit: false,
  isEditable: false,
  isDisabled: false,
  field: '',
  form: null,
  dialogue: '',
  area: '',
  ...over,
});
const button = (text: string): StepTarget => target({ text });
const link = (text: string, href = 'https://example.com/page'): StepTarget =>
  target({ tag: 'a', isLink: true, text, href });
const form = (over: Partial<FormFacts>): FormFacts => ({
  action: 'https://example.com/form',
  method: 'post',
  fields: [],
  submitText: '',
  heading: '',
  ...over,
});

interface Corpus {
  readonly payment: readonly string[];
  readonly purchase: readonly string[];
  readonly deletion: readonly string[];
  readonly account: readonly string[];
  readonly harmless: readonly string[];
}

const corpus: Readonly<Record<string, Corpus>> = {
  English: {
    payment: ['Pay now', 'Pay $49.00', 'Confirm payment', 'Donate', 'Send money', 'PAY WITH CARD →'],
    purchase: [
      'Buy now',
      'Place your order',
      'Proceed to checkout',
      'Checkout (3)',
      'Book now',
      'Start free trial',
      'Upgrade to Pro',
    ],
    deletion: [
      'Delete',
      'Delete filter?',
      'Delete account',
      'Empty trash',
      'Remove',
      'Remove member',
      'Erase all data',
      'De\u00adlete',
      'Ｄｅｌｅｔｅ',
    ],
    account: [
      'Cancel subscription',
      'Change password',
      'Unsubscribe',
      'Deactivate account',
      'Invite',
      'Sign up',
      'Revoke access',
    ],
    harmless: [
      'Remove filter',
      'Clear filters',
      'Add to cart',
      'Sign in',
      'Log in',
      'Search',
      'Show more',
      'Payments',
      'Order history',
      'Recently deleted',
      'Learn more',
      'Check out our blog',
      'Next',
      'Undo',
      'Undelete',
      'Buyers',
      'Add card',
      'Open menu',
    ],
  },
  German: {
    payment: ['Jetzt bezahlen', 'Zahlen', 'Überweisen', 'Spenden'],
    purchase: ['Jetzt kaufen', 'Zahlungspflichtig bestellen', 'Zur Kasse', 'Verbindlich buchen'],
    deletion: ['Löschen', 'Konto löschen', 'Papierkorb leeren', 'Eintrag entfernen'],
    account: ['Abo kündigen', 'Passwort ändern', 'Konto schließen', 'Einladen'],
    harmless: [
      'In den Warenkorb',
      'Filter entfernen',
      'Anmelden',
      'Mehr anzeigen',
      'Zahlen und Fakten',
      'Zuletzt gelöscht',
      'Suche',
      'Öffnen',
    ],
  },
  French: {
    payment: ['Payer maintenant', 'Valider le paiement', 'Faire un don'],
    purchase: ['Acheter', 'Passer la commande', 'Réserver maintenant', 'Commander'],
    deletion: ['Supprimer', 'Supprimer définitivement', 'Vider la corbeille', 'Retirer l’article'],
    account: ['Résilier l’abonnement', 'Modifier le mot de passe', 'Se désabonner', 'Désactiver le compte'],
    harmless: [
      'Ajouter au panier',
      'Retirer le filtre',
      'Se connecter',
      'Afficher plus',
      'Éléments supprimés',
      'Recharger la page',
      'Donner votre avis',
    ],
  },
  Spanish: {
    payment: ['Pagar', 'Confirmar el pago', 'Donar ahora', 'Enviar dinero'],
    purchase: ['Comprar ahora', 'Realizar pedido', 'Finalizar compra', 'Reservar'],
    deletion: ['Eliminar', 'Borrar todo', 'Vaciar papelera', 'Quitar producto'],
    account: ['Cancelar suscripción', 'Cambiar contraseña', 'Cerrar mi cuenta', 'Darse de baja'],
    harmless: ['Añadir al carrito', 'Quitar filtro', 'Iniciar sesión', 'Ver más', 'Buscar', 'Ordenar por precio'],
  },
  Portuguese: {
    payment: ['Pagar agora', 'Confirmar pagamento', 'Doar'],
    purchase: ['Comprar', 'Finalizar compra', 'Fazer pedido', 'Assinar agora'],
    deletion: ['Excluir', 'Apagar tudo', 'Esvaziar lixeira', 'Remover item'],
    account: ['Cancelar assinatura', 'Alterar senha', 'Desativar conta', 'Criar conta'],
    harmless: ['Adicionar ao carrinho', 'Remover filtros', 'Entrar', 'Ver mais', 'Pesquisar', 'Recarregar'],
  },
  Italian: {
    payment: ['Paga ora', 'Conferma pagamento', 'Dona ora'],
    purchase: ['Acquista ora', 'Procedi al pagamento', 'Ordina', 'Prenota'],
    deletion: ['Elimina', 'Cancella tutto', 'Svuota cestino', 'Rimuovi articolo'],
    account: ['Annulla abbonamento', 'Cambia password', 'Disattiva account', 'Disiscriviti'],
    harmless: ['Aggiungi al carrello', 'Rimuovi filtro', 'Accedi', 'Mostra altro', 'Ordina per prezzo', 'Cerca'],
  },
  Dutch: {
    payment: ['Nu betalen', 'Betaal €12', 'Doneer nu'],
    purchase: ['Koop nu', 'Bestelling plaatsen', 'Afrekenen', 'Boek nu'],
    deletion: ['Verwijderen', 'Account verwijderen', 'Alles wissen', 'Prullenbak legen'],
    account: ['Abonnement opzeggen', 'Wachtwoord wijzigen', 'Uitschrijven', 'Uitnodigen'],
    harmless: ['In winkelwagen', 'Inloggen', 'Meer tonen', 'Zoeken', 'Contact opnemen', 'Selectie opheffen'],
  },
  Polish: {
    payment: ['Zapłać teraz', 'Przejdź do płatności', 'Potwierdź płatność'],
    purchase: ['Kup teraz', 'Złóż zamówienie', 'Do kasy', 'Zamawiam i płacę'],
    deletion: ['Usuń', 'Usuń konto', 'Opróżnij kosz', 'Skasuj'],
    account: ['Anuluj subskrypcję', 'Zmień hasło', 'Zamknij konto', 'Zaproś'],
    harmless: ['Dodaj do koszyka', 'Zaloguj się', 'Pokaż więcej', 'Szukaj', 'Ostatnio usunięte', 'Otwórz'],
  },
  Turkish: {
    payment: ['Öde', 'Ödeme yap', 'BAĞIŞ YAP', 'Para gönder'],
    purchase: ['Satın al', 'SİPARİŞİ TAMAMLA', 'Hemen al', 'Rezervasyon yap'],
    deletion: ['Sil', 'SİL', 'Hesabı sil', 'Kalıcı olarak sil', 'Ürünü kaldır'],
    account: ['Aboneliği iptal et', 'Şifreyi değiştir', 'Hesabı kapat', 'Davet et'],
    harmless: ['Sepete ekle', 'Filtreyi kaldır', 'Giriş yap', 'Daha fazla göster', 'Ara', 'Silgi'],
  },
  Japanese: {
    payment: ['支払う', '決済する', '送金する', '寄付する'],
    purchase: ['購入する', '今すぐ購入', '注文を確定する', 'レジに進む', '予約する'],
    deletion: ['削除', '削除する', 'アカウントを削除', 'ゴミ箱を空にする', '連絡先を解除'],
    account: ['退会する', 'パスワードを変更', '解約する', 'プランを変更', '招待する'],
    harmless: [
      'カートに入れる',
      'フィルターを解除',
      '選択を解除',
      'ログイン',
      'もっと見る',
      '検索',
      '購入履歴',
      '削除済みアイテム',
      'キャンセル',
    ],
  },
  Chinese: {
    payment: ['立即付款', '去支付', '转账'],
    purchase: ['立即购买', '提交订单', '去结算'],
    deletion: ['删除', '永久删除', '清空回收站'.replace('回收站', '列表')],
    account: ['取消订阅', '修改密码', '注销账号'],
    harmless: ['加入购物车', '登录', '查看更多', '搜索', '支付方式', '移除筛选'],
  },
  Arabic: {
    payment: ['ادفع الآن', 'تأكيد الدفع'],
    purchase: ['اشتر الآن', 'إتمام الطلب'],
    deletion: ['حذف', 'حذف الحساب', 'مسح الكل'],
    account: ['إلغاء الاشتراك', 'تغيير كلمة المرور'],
    harmless: ['أضف إلى السلة', 'تسجيل الدخول', 'عرض المزيد', 'بحث'],
  },
};

const cases = Object.entries(corpus).flatMap(([language, { harmless, ...guarded }]) => [
  ...Object.entries(guarded).flatMap(([danger, texts]) =>
    texts.map((text) => ({ language, text, danger: danger as Danger | null })),
  ),
  ...harmless.map((text) => ({ language, text, danger: null })),
]);

describe('the step guard', () => {
  test('S83, D12: of 200 and more buttons in twelve languages no dangerous one is pressed and no harmless one refused', () => {
    expect(cases.length).toBeGreaterThanOrEqual(200);
    const wrong = cases
      .map((each) => ({ ...each, found: clickDanger(button(each.text)) }))
      .filter(({ danger, found }) => (danger === null) !== (found === null));
    expect(wrong).toEqual([]);
  });

  test('D12: nearly all of them are told apart by kind, too', () => {
    const guarded = cases.filter(({ danger }) => danger !== null);
    const exact = guarded.filter(({ text, danger }) => clickDanger(button(text)) === danger);
    expect(exact.length / guarded.length).toBeGreaterThan(0.95);
  });

  test.each([
    ['Delete', 'deletion'],
    ['Buy now', 'purchase'],
    ['Proceed to checkout', 'purchase'],
    ['Konto löschen', 'deletion'],
    ['Compra como invitado', 'purchase'],
    ['Abonnement opzeggen', 'account'],
    ['アカウントを削除', 'deletion'],
    ['How to delete a user', null],
    ['Delete a user: API reference', null],
    ['Return policy for what you buy', null],
    ['We asked 300 teams how they decide whether to buy or to build, and why they cancel', null],
    ['Sign up', null],
    ['Start free trial', null],
    ['Payment methods', null],
    ['Wie kann ich mein Konto löschen?', null],
    ['Pricing', null],
  ] as const)('S83: the link "%s" is %s', (text, expected) => {
    expect(clickDanger(link(text))).toBe(expected);
  });

  test.each([
    ['https://example.com/items/5/delete', 'deletion'],
    ['https://example.com/index.php?action=delete&id=3', 'deletion'],
    ['https://example.com/cart/checkout', 'purchase'],
    ['https://example.com/newsletter/unsubscribe?u=1', 'account'],
    ['https://example.com/docs/delete-a-user', null],
    ['https://example.com/blog/buy-vs-build', null],
    ['https://example.com/', null],
    ['not an address', null],
  ] as const)('S83: the address %s is %s, typed or clicked', (href, expected) => {
    expect(gotoDanger(href)).toBe(expected);
    expect(clickDanger(link('Go', href))).toBe(expected);
  });

  test.each([
    ['an icon named by its code', target({ hints: 'icon-btn fa-trash' }), 'deletion'],
    ['an icon named by camel case', target({ text: '×', hints: 'deleteRow' }), 'deletion'],
    ['an icon with a harmless name', target({ text: '×', hints: 'close-dialog' }), null],
    ['a word that contradicts its class', target({ text: 'Menu', hints: 'btn-delete' }), null],
    ['a label for the blind', target({ names: 'Delete comment' }), 'deletion'],
    ['a link that the page’s code makes a DELETE', { ...link('More'), method: 'delete' }, 'deletion'],
    [
      'OK where the dialogue asks to delete',
      target({ text: 'OK', dialogue: 'Delete this project? This cannot be undone.' }),
      'deletion',
    ],
    ['Yes where the dialogue asks to pay', target({ text: 'Ja', dialogue: 'Jetzt 49 € bezahlen?' }), 'payment'],
    ['Cancel in the same dialogue', target({ text: 'Cancel', dialogue: 'Delete this project?' }), null],
    ['OK where the dialogue says something else', target({ text: 'OK', dialogue: 'Welcome back!' }), null],
  ] as const)('S83: %s', (_what, found, expected) => {
    expect(clickDanger(found)).toBe(expected);
  });

  const submit = (text: string, facts: Partial<FormFacts>, area = ''): StepTarget =>
    target({ text, isSubmit: true, form: form(facts), area });
  test.each([
    [
      'any button of a form with a card number',
      submit('Go', { fields: ['text cc-number number Card number'] }),
      'payment',
    ],
    ['any button of a form with a new password', submit('Go', { fields: ['password new-password pw'] }), 'account'],
    ['any button of a form with two passwords', submit('Go', { fields: ['password a', 'password b'] }), 'account'],
    ['Save below "Account"', submit('Save', { heading: 'Account settings' }), 'account'],
    ['Speichern on the page of the profile', submit('Speichern', {}, '/profil Profil'), 'account'],
    ['Save on a page of notes', submit('Save', { heading: 'Notes' }), null],
    ['signing in', submit('Sign in', { fields: ['email username', 'password current-password'] }), null],
    ['searching', submit('Search', { fields: ['search q'] }), null],
    ['a form that deletes', submit('Go', { method: 'DELETE' }), 'deletion'],
    ['a form whose address deletes', submit('Go', { action: 'https://example.com/users/4/destroy' }), 'deletion'],
  ] as const)('S83: sending a form: %s', (_what, found, expected) => {
    expect(clickDanger(found)).toBe(expected);
  });

  const inForm = (submitText: string, facts: Partial<FormFacts> = {}): StepTarget =>
    target({ tag: 'input', isEditable: true, form: form({ submitText, ...facts }) });
  test.each([
    ['Enter', inForm('Search'), null],
    ['Enter', inForm('Place order'), 'purchase'],
    ['Enter', inForm('Sign in', { fields: ['email', 'password'] }), null],
    ['Enter', inForm('Go', { fields: ['text cardnumber'] }), 'payment'],
    ['Enter', { ...inForm('Delete'), tag: 'textarea' }, null],
    ['Control+Enter', { ...inForm('Delete'), tag: 'textarea' }, 'deletion'],
    ['Enter', target({ text: 'Delete' }), 'deletion'],
    ['Space', target({ text: 'Buy now' }), 'purchase'],
    [' ', target({ text: 'Menu' }), null],
    ['Delete', null, 'deletion'],
    ['Backspace', target({ text: 'A row' }), 'deletion'],
    ['Backspace', inForm('Search'), null],
    ['ArrowDown', target({ text: 'Delete' }), null],
    ['Enter', null, null],
  ] as const)('S83: the key %s, case %#', (key, focused, expected) => {
    expect(pressDanger(key, focused)).toBe(expected);
  });

  test('S83: card and bank numbers are not typed, passwords and searches are', () => {
    for (const field of [
      'text cc-number',
      'tel Card number',
      'text CVC',
      'text iban',
      'text Kartennummer',
      'text カード番号',
    ]) {
      expect(typeDanger(target({ field })), field).toBe('payment');
    }
    for (const field of ['password current-password', 'search q', 'email', 'text Postcard text', 'text discard']) {
      expect(typeDanger(target({ field })), field).toBeNull();
    }
  });

  test('every refusal says what to do instead', () => {
    for (const { code, message } of Object.values(refusalOf)) {
      expect(code).toMatch(/^STEP_LOOKS_LIKE_/);
      expect(message).toContain('loginUrl');
    }
  });
});
