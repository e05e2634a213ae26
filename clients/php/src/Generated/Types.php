<?php

// Generated from the published description by `npm run clients`.

declare(strict_types=1);

namespace Covergate\Generated;

/**
 * What the API takes and gives. Responses may have more fields than are named here.
 *
 * @phpstan-type ClaimStatusFilter 'draft'|'submitted'|'cancelled'
 * @phpstan-type CreateClaimRequest array{userId: string, contractId: string, contractProductId: string, type: ClaimType, subtype: ClaimSubtype, claimAt: string, description: string, questions: array<string, bool|string|null>, insured: ClaimInsuredInput, location: ClaimLocationInput, ...}
 * @phpstan-type ClaimType 'theft'|'break'
 * @phpstan-type ClaimInsuredInput array{firstName: string, lastName: string, phoneNumber: string, email?: string|null, company?: string|null, ...}
 * @phpstan-type ClaimLocationInput array{address: string, city: string, country: string, zipcode: string, ...}
 * @phpstan-type UpdateClaimRequest array{description?: string, location?: ClaimLocationUpdate, ...}
 * @phpstan-type ClaimLocationUpdate array{address?: string, city?: string, country?: string, zipcode?: string, ...}
 * @phpstan-type CancelClaimRequest array{reason?: string|null, ...}
 * @phpstan-type UploadDocumentForm array{type: string, title: string, comment?: string, file: string, ...}
 * @phpstan-type JsonDocumentBody array{type: string, title: string, filename: string, content: DocumentContent, comment?: string|null, ...}
 * @phpstan-type DocumentContent string
 * @phpstan-type CreateClaimLinkRequest array{language?: ClaimLinkLanguage, expires_in_hours?: int, return_url?: string|null, ...}
 * @phpstan-type ClaimLinkLanguage 'en'|'fr'
 * @phpstan-type ProductType 'bike'|'high-tech'|'watersports'|'wintersports'|'event'|'small-tools'|'sports'
 * @phpstan-type ProductSubtype 'standard'|'electric'|'cargo'|'remorque'|'action-cam'|'drone'|'camera'|'video-camera'|'stabilizer'|'phone'|'computer'|'tablet'|'small-appliance'|'large-appliance'|'other-electronic-equipment'|'kitesurf'|'foil'|'windsurf'|'sailboat'|'kayak'|'canoe'|'water-ski'|'wakeboard'|'mono-ski'|'buoy'|'paddle'|'surf'|'pedalo'|'ski'|'snowboard'|'snowshoe'|'furniture'|'tent'|'decorations'|'tableware'|'entertainment'|'construction-equipment'|'diy-tools'|'electric-diy-tools'|'gardening-tools'|'electric-gardening-tools'|'running-hiking'|'fishing'|'golf'|'racket-sports'|'horseriding'|'ball-sports'|'fitness'|'water-sports'|'other'
 * @phpstan-type UserId string
 * @phpstan-type ContractStatus 'open'|'closed'|'cancel'|'terminated'
 * @phpstan-type CreateContractRequest array{uid: UserId, contract_type: ContractType, start_date?: string, end_date: string, options: list<ContractOption>, products: list<ProductToInsure>, company?: CreateContractCompany, individual?: CreateContractIndividual, automatic_renewal?: bool, test?: bool, ...}
 * @phpstan-type ContractType 'LCD'|'LMD'|'LLD'
 * @phpstan-type ContractOption 'break'|'theft'|'client_theft'|'ia'|'rc'|'assistance'|'assistance_standard'|'assistance_premium'|'home_to_work'|'pro'|'transporter'|'sharing'|'loa'|'no_deductible'|'company'|'individual'
 * @phpstan-type ProductToInsure ProductFromCatalog|ProductDefinedInBody
 * @phpstan-type ProductFromCatalog array{product_id: string, data?: CreateContractProductData, ...}
 * @phpstan-type CreateContractProductData array{product_marked?: string, user_name?: string, internal_id?: string, ...}
 * @phpstan-type ProductDefinedInBody array{product_type: ProductType, product_subtype?: ProductSubtype, value_excl: ProductValueExcl, brand?: ProductBrand, model?: ProductModel, data?: CreateContractProductData, ...}
 * @phpstan-type ProductValueExcl int|float
 * @phpstan-type ProductBrand string
 * @phpstan-type ProductModel string
 * @phpstan-type CreateContractCompany array{company_name?: string, first_name?: string, last_name?: string, address?: string, zipcode?: string, city?: string, country?: string, siren?: string, ...}
 * @phpstan-type CreateContractIndividual array{first_name?: string, last_name?: string, address?: string, zipcode?: string, city?: string, phone_number?: string, country?: string, email?: string, ...}
 * @phpstan-type ContractId string
 * @phpstan-type UpdateContractRequest array{start_date?: string, end_date?: string, company?: ContractCompanyUpdate, individual?: ContractIndividualUpdate, products?: array<string, ContractProductDataUpdate>, ...}
 * @phpstan-type ContractCompanyUpdate array{company_name?: string, first_name?: string, last_name?: string, address?: string, zipcode?: string, city?: string, country?: string, siren?: string, ...}
 * @phpstan-type ContractIndividualUpdate array{first_name?: string, last_name?: string, address?: string, zipcode?: string, city?: string, phone_number?: string, country?: string, email?: string, ...}
 * @phpstan-type ContractProductId string
 * @phpstan-type ContractProductDataUpdate array{product_marked?: string, user_name?: string, internal_id?: string, start_date?: string, end_date?: string, ...}
 * @phpstan-type TerminateContractRequest array{reason?: TerminateContractReason, end_date?: string, ...}
 * @phpstan-type TerminateContractReason string
 * @phpstan-type CreateAutomaticRenewalRequest array{use_notification?: bool, duration_months?: int, ...}
 * @phpstan-type AutomaticRenewalId string
 * @phpstan-type UpdateAutomaticRenewalRequest array{use_notification?: bool, rejected?: bool, duration_months?: int, ...}
 * @phpstan-type CreateContractClaimLinkRequest array{language?: ClaimLinkLanguage, expires_in_hours?: int, return_url?: string|null, contract_product_id?: string|null, ...}
 * @phpstan-type AddContractProductsRequest array{start_date: string, end_date?: string, products: list<ProductToInsure>, ...}
 * @phpstan-type TerminateProductRequest array{reason: TerminateContractReason, products: list<ContractProductId>, end_date?: string, ...}
 * @phpstan-type BulkAutomaticRenewalRequest array{add_to_all_contracts?: bool, reject_on_all_contracts?: bool, enable_notification_on_all_contracts?: bool, disable_notification_on_all_contracts?: bool, ...}
 * @phpstan-type EventId string
 * @phpstan-type EventType 'v2.contract.created'|'v2.contract.updated'|'v2.contract.closed'|'v2.contract.canceled'|'v2.contract.terminated'|'v2.contract.reopened'|'v2.contract.renewed'|'v2.contract.renewal.enabled'|'v2.contract.renewal.updated'|'v2.contract.renewal.rejected'|'v2.contract.renewal.resumed'|'v2.contract.renewal.notification'|'v2.claim.draft.created'|'v2.claim.draft.ready'|'v2.claim.draft.archived'|'v2.claim.created'|'v2.claim.closed'|'v2.claim.reopened'|'v2.claim.abandoned'|'v2.claim.refused'|'v2.claim.status.updated'|'v2.claim.document.uploaded'|'v2.claim.document.accepted'|'v2.claim.document.refused'|'v2.claim.document.requested'|'v2.claim.settlement.created'|'v2.claim.settlement.paid'|'v2.claim.settlement.returned'
 * @phpstan-type GeoCountry 'FR'|'BE'|'IT'|'RE'
 * @phpstan-type GeoZipcode string
 * @phpstan-type AddProductRequest array{uid: string, product_type: ProductType, title: string, value_excl: int|float, data: AddProductData, description?: string, purchased_date?: string, ...}
 * @phpstan-type AddProductData array{product_subtype: ProductSubtype, brand: string, model: string, ...}
 * @phpstan-type ProductUpdate array{title?: string, value_excl?: int|float, data?: ProductUpdateData, description?: string|null, purchased_date?: string|null, product_id?: ProductId, uid?: string, product_type?: ProductType, ...}
 * @phpstan-type ProductUpdateData array{brand?: string, model?: string, ...}
 * @phpstan-type ProductId string
 * @phpstan-type AddRenterRequest array{renter_id: string, ...}
 * @phpstan-type PlaySandboxMoveRequest array{type?: string, category?: DocumentCategory, documentId?: string, askAgain?: bool, amount?: int|float, settlementId?: string, reason?: string, note?: string, ...}
 * @phpstan-type DocumentCategory 'mandatory'|'expected'|'optional'
 * @phpstan-type PlaySandboxScenarioRequest array{name: SandboxScenarioName, ...}
 * @phpstan-type SandboxScenarioName 'paid'|'refused'|'more_info'|'charged'|'returned_payment'
 * @phpstan-type MoveSandboxClockRequest array{advance?: string, to?: string, ...}
 * @phpstan-type ReopenContractRequest array{end_date: string, ...}
 * @phpstan-type ResetSandboxRequest array{confirm: string, ...}
 * @phpstan-type ContractEventType 'v2.contract.created'|'v2.contract.updated'|'v2.contract.closed'|'v2.contract.canceled'|'v2.contract.terminated'|'v2.contract.reopened'|'v2.contract.renewed'
 * @phpstan-type Contract array{cid: ContractId, uid: UserId, created_date: Date, updated_date: Date, start_date: Date, end_date: Date, status: ContractStatus, contract_type: ContractType, company?: ContractCompany, individual?: ContractIndividual, test: ContractTest, products: array<string, ContractProduct>, options: list<ContractOption>, price: ContractPrice, ...}
 * @phpstan-type Date string
 * @phpstan-type ContractCompany array{company_name?: string, siren?: string, first_name?: string, last_name?: string, address?: string, zipcode?: string, city?: string, country?: string, ...}
 * @phpstan-type ContractIndividual array{first_name?: string, last_name?: string, address?: string, zipcode?: string, city?: string, country?: string, phone_number?: string, email?: string, ...}
 * @phpstan-type ContractTest bool
 * @phpstan-type ContractProduct array{product_id: string, start_date: Date, end_date: Date, status: ContractProductStatus, data: ContractProductData, price: ContractProductPrice, replaced_by?: ContractProductId, ...}
 * @phpstan-type ContractProductStatus 'open'|'closed'|'cancel'|'terminated'|'has_been_replaced'
 * @phpstan-type ContractProductData array{user_name?: string, product_marked?: string, internal_id?: string, ...}
 * @phpstan-type ContractProductPrice int|float
 * @phpstan-type ContractPrice int|float
 * @phpstan-type AutomaticRenewalEventType 'v2.contract.renewal.enabled'|'v2.contract.renewal.updated'|'v2.contract.renewal.rejected'|'v2.contract.renewal.resumed'|'v2.contract.renewal.notification'
 * @phpstan-type AutomaticRenewalPayload array{cid: ContractId, default_application: bool, applied: bool, applied_at: string|null, use_notification: bool, duration_months: int, rejected: bool, rejected_at: string|null, renewal_scheduled_for: Date, notified: bool, notified_at: string|null, notification_scheduled_for: Date, extension: int, next_cid: string|null, created_at: Date, updated_at: Date, id: AutomaticRenewalId, uid: UserId, ...}
 * @phpstan-type ClaimEventType 'v2.claim.draft.created'|'v2.claim.draft.ready'|'v2.claim.draft.archived'|'v2.claim.created'|'v2.claim.closed'|'v2.claim.reopened'|'v2.claim.abandoned'|'v2.claim.refused'|'v2.claim.status.updated'|'v2.claim.document.uploaded'|'v2.claim.document.accepted'|'v2.claim.document.refused'|'v2.claim.document.requested'|'v2.claim.settlement.created'|'v2.claim.settlement.paid'|'v2.claim.settlement.returned'
 * @phpstan-type ClaimResponse array{id: string, claimId: string|null, userId: UserId, status: ClaimStatus, canSubmit: bool, type: ClaimType, subtype: ClaimSubtype, claimAt: Date, contractId: ContractId, contractProductId: string|null, createdAt: Date, updatedAt: Date, declarationAt: Date, closedAt: string|null, reopenedAt: string|null, abandonedAt: string|null, description: string, product: ClaimProduct|null, location: ClaimLocation, insured: ClaimInsured, questions: array<string, string|bool>, documentEntries: list<DocumentEntry>, note: string|null, settlements: list<Settlement>, ...}
 * @phpstan-type ClaimStatus 'draft'|'submitted'|'in_progress'|'pending_info'|'closed'|'rejected'|'abandoned'|'archived'
 * @phpstan-type ClaimSubtype 'total_theft'|'partial_theft'|'vandalism'|'partial_break'|'total_break'|'failure'
 * @phpstan-type ClaimProduct array{type: ProductType, subtype: string, brand: string, model: string, productMarked: string, internalId: string|null, custom: array<string, mixed>, ...}
 * @phpstan-type ClaimLocation array{address: string, city: string, country: string, zipcode: string, ...}
 * @phpstan-type ClaimInsured array{firstName: string, lastName: string, phoneNumber: string, email?: string, company?: string, ...}
 * @phpstan-type DocumentEntry array{type: string, category: DocumentCategory, status: ClaimDocumentStatus, note: string|null, document: DocumentEntryDocument|null, ...}
 * @phpstan-type ClaimDocumentStatus 'waiting_for'|'to_verify'|'accepted'|'rejected'
 * @phpstan-type DocumentEntryDocument array{id: string, title: string, mimeType: string, refusalReason: string|null, note: string|null, uploadedAt: string|null, ...}
 * @phpstan-type Settlement array{id: string, type: SettlementType, amount: int|float, paymentAt: string|null, paymentState: string|null, createdAt: Date, ...}
 * @phpstan-type SettlementType 'refund'|'returned'|'charge'|'cancel'
 * @phpstan-type ListClaimsResponse array{success: bool, data: list<ClaimSummary>, pagination: ClaimPagination, ...}
 * @phpstan-type ClaimSummary array{id: string, claimId: string|null, userId: UserId, status: ClaimStatus, canSubmit: bool, type: ClaimType, subtype: ClaimSubtype, claimAt: Date, contractId: ContractId, contractProductId: string|null, createdAt: Date, updatedAt: Date, ...}
 * @phpstan-type ClaimPagination array{total: int, offset: int, limit: int, next: string|null, ...}
 * @phpstan-type ClaimError array{success: bool, error: ErrorDetail, ...}
 * @phpstan-type ErrorDetail array{code: int, message: string, field?: string, ...}
 * @phpstan-type AuthenticationError array{success: bool, error: ErrorDetail, ...}
 * @phpstan-type ClaimDetailResponse array{success: bool, data: ClaimResponse, ...}
 * @phpstan-type GetDocumentResponse array{success: bool, data: ClaimDocumentWithUrl, ...}
 * @phpstan-type ClaimDocumentWithUrl array{id: string, type: string, title: string, mimeType: string, status: ClaimDocumentStatus, refusalReason: string|null, note: string|null, uploadedAt: string|null, createdAt: Date, updatedAt: Date, acceptedAt: string|null, refusedAt: string|null, comment: string|null, downloadUrl: string, downloadUrlExpiresAt: Date, ...}
 * @phpstan-type CancelClaimResponse array{success: bool, message: string, data: CancelledClaim, ...}
 * @phpstan-type CancelledClaim array{id: string, status: ClaimStatus, ...}
 * @phpstan-type UploadDocumentsResponse array{success: bool, data: list<ClaimDocument>, autoSubmitted?: bool, claimId?: ClaimId, ...}
 * @phpstan-type ClaimDocument array{id: string, type: string, title: string, mimeType: string, status: ClaimDocumentStatus, refusalReason: string|null, note: string|null, uploadedAt: string|null, ...}
 * @phpstan-type ClaimId string
 * @phpstan-type ClaimLinksResponse array{success: bool, data: list<ClaimLink>, ...}
 * @phpstan-type ClaimLink array{id: string, createdAt: Date, expiresAt: Date, openedAt: string|null, lastSeenAt: string|null, completedAt: string|null, revokedAt: string|null, ...}
 * @phpstan-type MadeClaimLinkResponse array{success: bool, data: MadeClaimLink, ...}
 * @phpstan-type MadeClaimLink array{id: string, url: string, expiresAt: Date, ...}
 * @phpstan-type ClaimLinkResponse array{success: bool, data: ClaimLink, ...}
 * @phpstan-type SubmitClaimResponse array{success: bool, data: SubmittedClaim, ...}
 * @phpstan-type SubmittedClaim array{id: string, claimId: ClaimId, status: ClaimStatus, canSubmit: bool, autoSubmitted: bool, submittedAt: Date, ...}
 * @phpstan-type ReadClaimRequirementsResponse array{success: bool, data: ClaimRequirements, ...}
 * @phpstan-type ClaimRequirements array{type: ClaimType, subtype: ClaimSubtype, questions: list<RequiredQuestion>, documents: list<RequiredDocument>, ...}
 * @phpstan-type RequiredQuestion array{key: string, kind: QuestionKind, required: bool, label: Label, ...}
 * @phpstan-type QuestionKind 'boolean'|'text'
 * @phpstan-type Label array{en: string, fr: string, ...}
 * @phpstan-type RequiredDocument array{type: string, category: DocumentCategory, label: Label, accepts: list<string>, when: list<DocumentCondition>, ...}
 * @phpstan-type DocumentCondition array{key: string, is: bool, ...}
 * @phpstan-type RetrieveContractsResponse array{status: 'success', execution_id: ApiExecutionId, contracts: list<Contract>, next: string|null, ...}
 * @phpstan-type ApiExecutionId string
 * @phpstan-type ContractError array{status: 'error', execution_id: ApiExecutionId, type: string, message: string, error: ErrorDetail, ...}
 * @phpstan-type CreateContractResponse array{status: 'success', execution_id: ApiExecutionId, contract: CreatedContract, ...}
 * @phpstan-type CreatedContract array{cid?: ContractId, uid: UserId, created_date: Date, updated_date: Date, start_date: Date, end_date: Date, status: ContractStatus, contract_type: ContractType, company?: ContractCompany, individual?: ContractIndividual, test: ContractTest, products: array<string, ContractProduct>, options: list<ContractOption>, price: ContractPrice, ...}
 * @phpstan-type ContractResponse array{status: 'success', execution_id: ApiExecutionId, contract: Contract, ...}
 * @phpstan-type AutomaticRenewalResponse array{status: 'success', execution_id: ApiExecutionId, automatic_renewal: AutomaticRenewal, ...}
 * @phpstan-type AutomaticRenewal array{arid: AutomaticRenewalId, cid: ContractId, default_application: bool, applied: bool, applied_at: string|null, use_notification: bool, duration_months: int, rejected: bool, rejected_at: string|null, renewal_scheduled_for: Date, notified: bool, notified_at: string|null, notification_scheduled_for: Date, extension: int, next_cid: string|null, created_at: Date, updated_at: Date, ...}
 * @phpstan-type AutomaticRenewalsResponse array{status: 'success', execution_id: ApiExecutionId, automatic_renewals: list<AutomaticRenewal>, ...}
 * @phpstan-type ContractClaimLinksResponse array{success: bool, data: list<ContractClaimLink>, ...}
 * @phpstan-type ContractClaimLink array{id: string, createdAt: Date, expiresAt: Date, openedAt: string|null, lastSeenAt: string|null, completedAt: string|null, revokedAt: string|null, draftId: string|null, ...}
 * @phpstan-type ContractClaimLinkResponse array{success: bool, data: ContractClaimLink, ...}
 * @phpstan-type EventsResponse array{status: 'success', execution_id: ApiExecutionId, events: list<Event>, has_more: bool, ...}
 * @phpstan-type Event array{id: EventId, event_type: EventType, subject: string, created_date: Date, data: array<string, mixed>, ...}
 * @phpstan-type EventResponse array{status: 'success', execution_id: ApiExecutionId, event: Event, ...}
 * @phpstan-type CitiesResponse array{status: 'success', execution_id: ApiExecutionId, cities: list<GeoCity>, ...}
 * @phpstan-type GeoCity string
 * @phpstan-type ProductError array{status: 'error', type: string, message: string, execution_id: ApiExecutionId, code: int, field?: string, ...}
 * @phpstan-type ProductAuthenticationError array{status: 'error', type: 'unauthorized', message: string, execution_id: ApiExecutionId, success: bool, error: ErrorDetail, ...}
 * @phpstan-type CitySuggestionsResponse array{status: 'success', execution_id: ApiExecutionId, cities: list<CitySuggestion>, ...}
 * @phpstan-type CitySuggestion array{ville: GeoCity, zipcode: GeoZipcode, confidence: int|float, ...}
 * @phpstan-type ListProductsResponse array{status: 'success', products: list<Product>, next: string|null, ...}
 * @phpstan-type Product array{product_id: ProductId, uid: string, product_type: ProductType, title: string, description?: string, data: ProductData, purchased_date?: Date, value_excl: int|float, ...}
 * @phpstan-type ProductData array{product_subtype: string, brand: string, model: string, ...}
 * @phpstan-type AddProductResponse array{status: 'success', execution_id: ApiExecutionId, product: Product, ...}
 * @phpstan-type ReadProductResponse array{status: 'success', execution_id: ApiExecutionId, product: Product, ...}
 * @phpstan-type UpdateProductResponse array{status: 'success', execution_id: ApiExecutionId, product: Product, ...}
 * @phpstan-type ListRenterResponse array{status: 'success', renters: array<string, bool>, ...}
 * @phpstan-type AddRenterToApiKeyResponse array{status: 'success', execution_id: ApiExecutionId, ...}
 * @phpstan-type ReadRenterResponse array{status: 'success', execution_id: ApiExecutionId, renter: Renter, ...}
 * @phpstan-type Renter array{uid: UserId, company: RenterCompany, options: RenterOptions, ...}
 * @phpstan-type RenterCompany array{company_name: string, first_name: string, last_name: string, email: string, phone_number: string, address: string, zipcode: string, city: string, country: string, ...}
 * @phpstan-type RenterOptions array{LCD: bool, LMD: bool, LLD: bool, option: bool, inclusion: bool, products: list<RenterProductType>, ...}
 * @phpstan-type RenterProductType array{bike?: RenterProductTypeDetails, 'high-tech'?: RenterProductTypeDetails, watersports?: RenterProductTypeDetails, wintersports?: RenterProductTypeDetails, event?: RenterProductTypeDetails, 'small-tools'?: RenterProductTypeDetails, sports?: RenterProductTypeDetails, type: ProductType, translations: Translations, subtypes: list<RenterProductSubtype>, ...}
 * @phpstan-type RenterProductTypeDetails array{type: ProductType, translations: Translations, subtypes: list<RenterProductSubtype>, ...}
 * @phpstan-type Translations array{en: string, fr: string, ...}
 * @phpstan-type RenterProductSubtype array{type: ProductSubtype, translations: Translations, ...}
 * @phpstan-type SandboxMoveResponse array{success: bool, data: ClaimResponse, ...}
 * @phpstan-type PlaySandboxScenarioResponse array{success: bool, data: SandboxScenario, ...}
 * @phpstan-type SandboxScenario array{id: string, claimId: string, name: SandboxScenarioName, status: SandboxScenarioStatus, steps: list<SandboxScenarioStep>, made: int, stoppedBy: string|null, ...}
 * @phpstan-type SandboxScenarioStatus 'running'|'done'|'stopped'
 * @phpstan-type SandboxScenarioStep 'takeOver'|'acceptDocument'|'requestDocument'|'approveRefund'|'executePayment'|'returnPayment'|'chargeClaim'|'rejectClaim'
 * @phpstan-type GetSandboxClockResponse array{status: 'success', execution_id: ApiExecutionId, now: Date, offset_seconds: int, moved: bool, catching_up: SandboxProgress|null, next_due: SandboxDue|null, resetting: bool, ...}
 * @phpstan-type SandboxProgress array{to: Date, remaining: int, ...}
 * @phpstan-type SandboxDue array{at: Date, kind: SandboxDueKind, cid: string, ...}
 * @phpstan-type SandboxDueKind 'contract.ends'|'renewal.applies'|'renewal.notice'
 * @phpstan-type SandboxClockMove array{status: 'success', execution_id: ApiExecutionId, now: Date, offset_seconds: int, moved: bool, ...}
 * @phpstan-type ResetSandboxResponse array{status: 'success', execution_id: ApiExecutionId, ...}
 * @phpstan-type ListStatementsResponse array{status: 'success', execution_id: ApiExecutionId, statements: list<StatementSummary>, ...}
 * @phpstan-type StatementSummary array{month: string, closed: bool, totals: StatementFigures, ...}
 * @phpstan-type StatementFigures array{contracts_created: int, premium_written: int|float, premium_returned: int|float, premium_net: int|float, tax: int|float, premium_net_excluding_tax: int|float, claims_submitted: int, claims_paid: int|float, claims_charged: int|float, claims_net: int|float, loss_ratio: int|float|null, ...}
 * @phpstan-type StatementResponse array{status: 'success', execution_id: ApiExecutionId, statement: Statement, ...}
 * @phpstan-type Statement array{month: string, closed: bool, closed_at: Date|null, currency: 'EUR', sha256: string|null, totals: StatementFigures, renters: list<StatementRenter>, ...}
 * @phpstan-type StatementRenter array{uid: string, company_name: string|null, contracts_created: int, premium_written: int|float, premium_returned: int|float, premium_net: int|float, tax: int|float, premium_net_excluding_tax: int|float, claims_submitted: int, claims_paid: int|float, claims_charged: int|float, claims_net: int|float, loss_ratio: int|float|null, ...}
 * @phpstan-type ContractEvent array{event_type: ContractEventType, data: Contract, ...}
 * @phpstan-type AutomaticRenewalEvent array{event_type: AutomaticRenewalEventType, data: AutomaticRenewalPayload, ...}
 * @phpstan-type ClaimEvent array{event_type: ClaimEventType, data: ClaimResponse, ...}
 * @phpstan-type WebhookEvent array{id: string, event_type: ContractEventType, data: Contract, ...}|array{id: string, event_type: AutomaticRenewalEventType, data: AutomaticRenewalPayload, ...}|array{id: string, event_type: ClaimEventType, data: ClaimResponse, ...}
 * @phpstan-type LoggedEvent array{id: string, subject: string, created_date: string, event_type: ContractEventType, data: Contract, ...}|array{id: string, subject: string, created_date: string, event_type: AutomaticRenewalEventType, data: AutomaticRenewalPayload, ...}|array{id: string, subject: string, created_date: string, event_type: ClaimEventType, data: ClaimResponse, ...}
 */
final class Types
{
}
