"""The client that is awaited; `generated/client.py` is made of it, for programs that wait."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any, Generic, List, TypeVar

from typing_extensions import ParamSpec

import httpx

from . import models, webhooks
from ._calls import (
    LONGEST_PAGE,
    Form,
    NewDocument,
    Page,
    Response,
    Upload,
    base_url_of,
    delay_before,
    failure_of,
    form_of,
    key_of,
    read_response,
    recording,
    request_of,
    response_of,
    upload_of,
)
from ._errors import CovergateError

Item = TypeVar("Item")
Data = TypeVar("Data")
Args = ParamSpec("Args")


class AsyncPaged(Generic[Item]):
    """The items of a list, newest first, loaded page by page as they are asked for: `async for contract in covergate.contracts.list(uid=…)`."""

    def __init__(self, pages: Callable[[], AsyncIterator[list[Item]]]) -> None:
        self.pages = pages

    async def __aiter__(self) -> AsyncIterator[Item]:
        async for page in self.pages():
            for item in page:
                yield item

    async def take(self, count: int) -> list[Item]:
        """The first items, at most so many."""
        items: list[Item] = []
        if count <= 0:
            return items
        async for item in self:
            items.append(item)
            if len(items) >= count:
                break
        return items


class AsyncConnection:
    """Sends the operations of the API, again where that may help."""

    def __init__(self, api_key: str, base_url: str, max_retries: int, http: httpx.AsyncClient) -> None:
        self._api_key = api_key
        self._base_url = base_url
        self._max_retries = max_retries
        self._http = http

    async def send(
        self,
        operation: str,
        path: dict[str, str] | None = None,
        *,
        query: dict[str, Any] | None = None,
        body: Any = None,
        form: Form | None = None,
        idempotency_key: str | None = None,
    ) -> Any:
        request = request_of(self._api_key, self._base_url, operation, path or {}, query, body, idempotency_key)
        attempt = 0
        while True:
            try:
                return read_response(operation, await self._exchange(request, form))
            except CovergateError as error:
                error.idempotency_key = request["headers"].get("idempotency-key")
                delay = delay_before(attempt, error)
                if delay is None or attempt >= self._max_retries:
                    raise
            attempt += 1
            await asyncio.sleep(delay)

    async def _exchange(self, request: dict[str, Any], form: Form | None) -> httpx.Response:
        try:
            with contextlib.ExitStack() as opened:
                sent = request if form is None else {**request, **form(opened)}
                # A redirect would take the key along.
                return await self._http.request(**sent, follow_redirects=False)
        except (httpx.HTTPError, httpx.InvalidURL, OSError, TypeError, ValueError, RuntimeError) as error:
            raise failure_of(error) from error


def _by_next(
    load: Callable[[dict[str, Any]], Awaitable[Page]], skip: int | None, after: str | None, limit: int | None
) -> AsyncPaged[Any]:
    """A list whose pages go on after the last item of the one before, so that a loop may delete what it lists."""
    size = min(LONGEST_PAGE, max(1, limit or LONGEST_PAGE))

    async def pages() -> AsyncIterator[list[Any]]:
        start: dict[str, Any] = {"skip": skip, "after": after}
        while True:
            items, following = await load({**start, "limit": size})
            yield items
            if following is None:
                return
            start = {"after": following}

    return AsyncPaged(pages)


class AsyncContracts:
    def __init__(self, connection: AsyncConnection) -> None:
        self._send = connection.send

    def list(
        self,
        *,
        uid: str,
        test: bool | None = None,
        status: models.ContractStatus | None = None,
        product_marked: str | None = None,
        internal_id: str | None = None,
        created_after: str | None = None,
        skip: int | None = None,
        after: str | None = None,
        limit: int | None = None,
    ) -> AsyncPaged[models.Contract]:
        """The contracts of a renter, newest first.
        Example: `await covergate.contracts.list(uid="renter-lyon", test=True, skip=10, limit=10).take(10)`"""
        filters = {
            "uid": uid,
            "test": test,
            "status": status,
            "product_marked": product_marked,
            "internal_id": internal_id,
            "created_after": created_after,
        }

        async def load(page: dict[str, Any]) -> Page:
            body = await self._send("retrieveContracts", query={**filters, **page})
            return body["contracts"], body["next"]

        return _by_next(load, skip, after, limit)

    async def get(self, contract_id: str) -> models.Contract:
        """Example: `await covergate.contracts.get("01JD3W7Q8ZK5T9V0XR2M4N6P8A")`"""
        return (await self._send("retrieveContract", {"contractId": contract_id}))["contract"]

    async def create(self, contract: models.CreateContractRequest, *, idempotency_key: str | None = None) -> models.Contract:
        """Insures. Retries never insure twice.

        Example:
            await covergate.contracts.create({
                "uid": "renter-lyon",
                "contract_type": "LCD",
                "start_date": "2027-01-01T00:00:00Z",
                "end_date": "2027-01-08T00:00:00Z",
                "options": ["break", "theft"],
                "products": [{"product_id": "2f1c7a4e-5d0b-4c6e-9a3d-8e7b6f5a4c21", "data": {"product_marked": "BC-12345"}}],
            })
        """
        return (await self._send("createContract", body=contract, idempotency_key=idempotency_key))["contract"]

    async def preview(self, contract: models.CreateContractRequest) -> models.CreatedContract:
        """The contract as it would be, with its price; nothing is created.

        Example:
            await covergate.contracts.preview({
                "uid": "renter-lyon",
                "contract_type": "LCD",
                "start_date": "2027-01-16T08:00:00Z",
                "end_date": "2027-01-18T08:00:00Z",
                "options": ["break", "theft"],
                "products": [{"product_type": "bike", "product_subtype": "cargo", "value_excl": 4900, "brand": "Riese & Müller", "model": "Packster 70"}],
            })
        """
        return (await self._send("createContract", query={"preview": True}, body=contract))["contract"]

    async def update(
        self, contract_id: str, changes: models.UpdateContractRequest, *, preview: bool | None = None, idempotency_key: str | None = None
    ) -> models.Contract:
        """Example: `await covergate.contracts.update("01JD3W7Q8ZK5T9V0XR2M4N6P8A", {"end_date": "2027-05-10T07:00:00Z"}, preview=True)`"""
        return await self._change("updateContract", contract_id, changes, preview, idempotency_key)

    async def end(
        self,
        contract_id: str,
        ending: models.TerminateContractRequest | None = None,
        *,
        preview: bool | None = None,
        idempotency_key: str | None = None,
    ) -> models.Contract:
        """Cancels until 4 hours after the start, and terminates later: then with a `reason`.
        Example: `await covergate.contracts.end("01JD3W7Q8ZK5T9V0XR2M4N6P8A")`"""
        return await self._change("cancelContract", contract_id, ending or {}, preview, idempotency_key)

    async def add_products(
        self, contract_id: str, products: models.AddContractProductsRequest, *, preview: bool | None = None, idempotency_key: str | None = None
    ) -> models.Contract:
        """Example:
            await covergate.contracts.add_products("01JD3W7Q8ZK5T9V0XR2M4N6P8A", {
                "start_date": "2027-02-01T08:00:00Z",
                "products": [{"product_id": "2f1c7a4e-5d0b-4c6e-9a3d-8e7b6f5a4c21", "data": {"product_marked": "BC-12346", "user_name": "Grace Hopper"}}],
            })
        """
        return await self._change("createProductFromContract", contract_id, products, preview, idempotency_key)

    async def remove_products(
        self, contract_id: str, products: models.TerminateProductRequest, *, preview: bool | None = None, idempotency_key: str | None = None
    ) -> models.Contract:
        """`products` are keys of the contract's `products`.
        Example: `await covergate.contracts.remove_products("01JD3W7Q8ZK5T9V0XR2M4N6P8A", {"reason": "The customer returned the bike.", "products": ["cpid_01JD3W7Q8ZK5T9V0XR2M4N6P8A"]})`"""
        return await self._change("deleteProductFromContract", contract_id, products, preview, idempotency_key)

    async def create_claim_link(
        self, contract_id: str, settings: models.CreateContractClaimLinkRequest | None = None, *, idempotency_key: str | None = None
    ) -> models.MadeClaimLink:
        """A new link by which the insured declares a loss; its `url` is answered this once.
        Example: `await covergate.contracts.create_claim_link("01JD3W7Q8ZH4C6E1Y9B3D5F7G2", {"contract_product_id": "cpid_01JD3W7Q8ZH4C6E1Y9B3D5F7G2"})`"""
        path = {"contractId": contract_id}
        return (await self._send("createContractClaimLink", path, body=settings or {}, idempotency_key=idempotency_key))["data"]

    async def list_claim_links(self, contract_id: str) -> Sequence[models.ContractClaimLink]:
        """The links of a contract, newest first, each with the claim that was declared by it.
        Example: `await covergate.contracts.list_claim_links("01JD3W7Q8ZH4C6E1Y9B3D5F7G2")`"""
        return (await self._send("listContractClaimLinks", {"contractId": contract_id}))["data"]

    async def revoke_claim_link(self, contract_id: str, link_id: str, *, idempotency_key: str | None = None) -> models.ContractClaimLink:
        """Example: `await covergate.contracts.revoke_claim_link("01JD3W7Q8ZH4C6E1Y9B3D5F7G2", "link_01JD3W7Q8ZH4C6E1Y9B3D5F7G2")`"""
        path = {"contractId": contract_id, "linkId": link_id}
        return (await self._send("revokeContractClaimLink", path, idempotency_key=idempotency_key))["data"]

    async def _change(self, operation: str, contract_id: str, body: Any, preview: bool | None, idempotency_key: str | None) -> models.Contract:
        path, query = {"contractId": contract_id}, {"preview": preview}
        return (await self._send(operation, path, query=query, body=body, idempotency_key=idempotency_key))["contract"]


class AsyncRenewals:
    """Automatic renewals of contracts of the types LMD and LLD."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._send = connection.send

    async def list(self, contract_id: str) -> List[models.AutomaticRenewal]:
        """All renewals that a contract has had. Example: `await covergate.renewals.list("01JD3W7Q8ZK5T9V0XR2M4N6P8A")`"""
        return (await self._send("listAutomaticRenewals", {"contractId": contract_id}))["automatic_renewals"]

    async def get(self, contract_id: str, arid: str) -> models.AutomaticRenewal:
        """Example: `await covergate.renewals.get("01JD3W7Q8ZK5T9V0XR2M4N6P8A", "ar_01JD3W7Q8ZK5T9V0XR2M4N6P8A")`"""
        return (await self._send("getAutomaticRenewalById", {"contractId": contract_id, "arid": arid}))["automatic_renewal"]

    async def current(self, contract_id: str) -> models.AutomaticRenewal:
        """The one that is scheduled or rejected. Example: `await covergate.renewals.current("01JD3W7Q8ZK5T9V0XR2M4N6P8A")`"""
        return (await self._send("getCurrentAutomaticRenewal", {"contractId": contract_id}))["automatic_renewal"]

    async def create(
        self, contract_id: str, renewal: models.CreateAutomaticRenewalRequest | None = None, *, idempotency_key: str | None = None
    ) -> models.AutomaticRenewal:
        """Creates the renewal, or configures the current one. Example: `await covergate.renewals.create("01JD3W7Q8ZK5T9V0XR2M4N6P8A")`"""
        path = {"contractId": contract_id}
        answer = await self._send("createAutomaticRenewal", path, body=renewal or {}, idempotency_key=idempotency_key)
        return answer["automatic_renewal"]

    async def update(
        self, contract_id: str, arid: str, changes: models.UpdateAutomaticRenewalRequest, *, idempotency_key: str | None = None
    ) -> models.AutomaticRenewal:
        """Example: `await covergate.renewals.update("01JD3W7Q8ZK5T9V0XR2M4N6P8A", "ar_01JD3W7Q8ZK5T9V0XR2M4N6P8A", {"rejected": True})`"""
        path = {"contractId": contract_id, "arid": arid}
        answer = await self._send("updateAutomaticRenewal", path, body=changes, idempotency_key=idempotency_key)
        return answer["automatic_renewal"]

    async def bulk(
        self, actions: models.BulkAutomaticRenewalRequest, *, idempotency_key: str | None = None
    ) -> List[models.AutomaticRenewal]:
        """Acts on every open contract that can be renewed, and returns the renewals that were changed.
        Example: `await covergate.renewals.bulk({"reject_on_all_contracts": True})`"""
        answer = await self._send("bulkAutomaticRenewals", body=actions, idempotency_key=idempotency_key)
        return answer["automatic_renewals"]


class AsyncProducts:
    """The catalogue of what may be insured. A `product_id` may also be your own `uid`."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._send = connection.send

    def list(
        self, *, skip: int | None = None, after: str | None = None, limit: int | None = None
    ) -> AsyncPaged[models.Product]:
        """Example: `await covergate.products.list(limit=10).take(10)`"""
        async def load(page: dict[str, Any]) -> Page:
            [body] = await self._send("retrieveProducts", query=page)
            return body["products"], body["next"]

        return _by_next(load, skip, after, limit)

    async def get(self, product_id: str) -> models.Product:
        """Example: `await covergate.products.get("2f1c7a4e-5d0b-4c6e-9a3d-8e7b6f5a4c21")`"""
        return (await self._send("retrieveProduct", {"productId": product_id}))["product"]

    async def create(self, product: models.AddProductRequest, *, idempotency_key: str | None = None) -> models.Product:
        """Example:
            await covergate.products.create({
                "uid": "6f9619ff-8b86-4011-b42d-00c04fc964ff",
                "product_type": "high-tech",
                "title": "Drone 7",
                "value_excl": 999.99,
                "data": {"product_subtype": "drone", "brand": "Parrot", "model": "Anafi"},
            })
        """
        return (await self._send("createProduct", body=product, idempotency_key=idempotency_key))["product"]

    async def update(self, product_id: str, changes: models.ProductUpdate, *, idempotency_key: str | None = None) -> models.Product:
        """Example: `await covergate.products.update("2f1c7a4e-5d0b-4c6e-9a3d-8e7b6f5a4c21", {"value_excl": 2150})`"""
        path = {"productId": product_id}
        return (await self._send("updateProduct", path, body=changes, idempotency_key=idempotency_key))["product"]

    async def delete(self, product_id: str, *, idempotency_key: str | None = None) -> None:
        """Takes it out of the catalogue; contracts that have it keep it.
        Example: `await covergate.products.delete("2f1c7a4e-5d0b-4c6e-9a3d-8e7b6f5a4c21")`"""
        await self._send("deleteProduct", {"productId": product_id}, idempotency_key=idempotency_key)


class AsyncClaims:
    def __init__(self, connection: AsyncConnection) -> None:
        self._send = connection.send
        self.documents = AsyncClaimDocuments(connection)
        self.links = AsyncClaimLinks(connection)

    def list(
        self,
        *,
        user_id: str | None = None,
        status: models.ClaimStatusFilter | None = None,
        skip: int | None = None,
        after: str | None = None,
        limit: int | None = None,
    ) -> AsyncPaged[models.ClaimSummary]:
        """The claims of a renter, or of all, newest first.

        Example:
            async for claim in covergate.claims.list():
                print(claim)
        """

        async def load(page: dict[str, Any]) -> Page:
            body = await self._send("listClaims", query={"userId": user_id, "status": status, **page})
            return body["data"], body["pagination"]["next"]

        return _by_next(load, skip, after, limit)

    async def get(self, claim: str) -> models.ClaimResponse:
        """A claim by its `id`, or by its `claimId` once it has one.
        Example: `await covergate.claims.get("claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A")`"""
        return (await self._send("getClaim", {"id": claim}))["data"]

    async def requirements(
        self,
        *,
        subtype: models.ClaimSubtype,
        contract_id: str | None = None,
        contract_product_id: str | None = None,
        product_type: models.ProductType | None = None,
        product_subtype: models.ProductSubtype | None = None,
    ) -> models.ClaimRequirements:
        """The questions and documents of a claim, before it is created: of a contract's product, or of a product type.
        Example: `await covergate.claims.requirements(subtype="partial_break", product_type="bike")`"""
        query = {
            "subtype": subtype,
            "contract_id": contract_id,
            "contract_product_id": contract_product_id,
            "product_type": product_type,
            "product_subtype": product_subtype,
        }
        return (await self._send("readClaimRequirements", query=query))["data"]

    async def create(self, claim: models.CreateClaimRequest, *, idempotency_key: str | None = None) -> models.ClaimResponse:
        """Creates a draft.

        Example:
            await covergate.claims.create({
                "userId": "renter-lyon",
                "contractId": "01JD3W7Q8ZH4C6E1Y9B3D5F7G2",
                "contractProductId": "cpid_01JD3W7Q8ZH4C6E1Y9B3D5F7G2",
                "type": "break",
                "subtype": "partial_break",
                "claimAt": "2027-01-01T00:00:00Z",
                "description": "Chute sur une plaque de verglas en descendant la rue : la roue avant est voilée et la fourche est tordue.",
                "questions": {
                    "Quels éléments du matériel sont cassés ?": "La roue avant et la fourche",
                    "La casse est-elle due à un accident avec un tiers ?": False,
                    "Avez-vous fait un constat avec le tiers ?": False,
                    "La réparation est-elle effectuée en externe ?": False,
                },
                "insured": {"firstName": "Ada", "lastName": "Martin", "phoneNumber": "+33612345678", "email": "ada@example.com"},
                "location": {"address": "14 montée de la Grande Côte", "city": "Lyon", "country": "FR", "zipcode": "69001"},
            })
        """
        return (await self._send("createClaim", body=claim, idempotency_key=idempotency_key))["data"]

    async def update(
        self, claim: str, changes: models.UpdateClaimRequest, *, idempotency_key: str | None = None
    ) -> models.ClaimResponse:
        """Changes the description or the location of a draft.
        Example: `await covergate.claims.update("claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A", {"location": {"address": "16 montée de la Grande Côte"}})`"""
        return (await self._send("updateClaim", {"id": claim}, body=changes, idempotency_key=idempotency_key))["data"]

    async def submit(self, claim: str, *, idempotency_key: str | None = None) -> models.SubmittedClaim:
        """Example: `await covergate.claims.submit("claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A")`"""
        return (await self._send("submitClaim", {"id": claim}, idempotency_key=idempotency_key))["data"]

    async def cancel(
        self, claim: str, cancelling: models.CancelClaimRequest | None = None, *, idempotency_key: str | None = None
    ) -> models.CancelledClaim:
        """Archives a draft, and abandons a claim that was submitted.
        Example: `await covergate.claims.cancel("claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A")`"""
        return (await self._send("cancelClaim", {"id": claim}, body=cancelling or {}, idempotency_key=idempotency_key))["data"]


class AsyncClaimDocuments:
    def __init__(self, connection: AsyncConnection) -> None:
        self._send = connection.send

    async def upload(
        self,
        claim: str,
        documents: NewDocument | Sequence[NewDocument],
        *,
        auto_submit: bool | None = None,
        idempotency_key: str | None = None,
    ) -> Upload:
        """Uploads one document, or several, all or none. With `auto_submit` the claim is submitted once every mandatory one is there.
        Example: `await covergate.claims.documents.upload("claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A", {"type": "Facture de réparation", "title": "Invoice of the workshop", "file": "invoice.pdf"})`"""
        form = await asyncio.to_thread(form_of, documents)
        query = {"autoSubmit": auto_submit}
        return upload_of(await self._send("uploadDocuments", {"id": claim}, query=query, form=form, idempotency_key=idempotency_key))

    async def get(self, claim: str, document_id: str) -> models.ClaimDocumentWithUrl:
        """A document with `downloadUrl`, which works without a key for an hour.
        Example: `await covergate.claims.documents.get("claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A", "doc_01JD3W7Q8ZK5T9V0XR2M4N6P8A")`"""
        return (await self._send("getDocument", {"claimId": claim, "documentId": document_id}))["data"]


class AsyncClaimLinks:
    """Links by which the insured sends the documents of a claim."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._send = connection.send

    async def create(
        self, claim: str, settings: models.CreateClaimLinkRequest | None = None, *, idempotency_key: str | None = None
    ) -> models.MadeClaimLink:
        """A new link; its `url` is answered this once.
        Example: `await covergate.claims.links.create("claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A", {"language": "en", "expires_in_hours": 72, "return_url": "https://shop.example/claims"})`"""
        return (await self._send("createClaimLink", {"id": claim}, body=settings or {}, idempotency_key=idempotency_key))["data"]

    async def list(self, claim: str) -> Sequence[models.ClaimLink]:
        """The links of a claim, newest first, without their addresses.
        Example: `await covergate.claims.links.list("claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A")`"""
        return (await self._send("listClaimLinks", {"id": claim}))["data"]

    async def revoke(self, claim: str, link_id: str, *, idempotency_key: str | None = None) -> models.ClaimLink:
        """Example: `await covergate.claims.links.revoke("claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A", "link_01JD3W7Q8ZK5T9V0XR2M4N6P8A")`"""
        path = {"id": claim, "linkId": link_id}
        return (await self._send("revokeClaimLink", path, idempotency_key=idempotency_key))["data"]


class AsyncRenters:
    """Rental companies that are attached to the API key."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._send = connection.send

    async def list(self) -> List[str]:
        """Their uids. Example: `await covergate.renters.list()`"""
        return [uid for page in await self._send("retrieveRenters") for uid in page["renters"]]

    async def get(self, uid: str) -> models.Renter:
        """Example: `await covergate.renters.get("renter-lyon")`"""
        return (await self._send("retrieveRenter", {"renterId": uid}))["renter"]

    async def add(self, uid: str, *, idempotency_key: str | None = None) -> None:
        """Attaches a renter that the operator has made available to you. Example: `await covergate.renters.add("renter-lyon")`"""
        await self._send("addRenter", body={"renter_id": uid}, idempotency_key=idempotency_key)


class AsyncGeo:
    """Cities, spelt as contracts have them."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._send = connection.send

    async def cities(self, zipcode: str, country: models.GeoCountry = "FR") -> list[str]:
        """Example: `await covergate.geo.cities("75002")`"""
        return (await self._send("getCitiesByZipcode", {"country": country, "zipcode": zipcode}))["cities"]

    async def suggestions(self, text: str, country: models.GeoCountry = "FR") -> list[models.CitySuggestion]:
        """The likeliest first, for the beginning of a zipcode or of a name, also misspelt.
        Example: `await covergate.geo.suggestions("750", "FR")`"""
        return (await self._send("getCitiesSuggestions", {"country": country, "zipcode": text}))["cities"]


class AsyncStatements:
    """What a month adds up to: premiums and claims."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._send = connection.send

    async def list(self) -> list[models.StatementSummary]:
        """Every month, newest first. Example: `await covergate.statements.list()`"""
        return (await self._send("listStatements"))["statements"]

    async def get(self, month: str) -> models.Statement:
        """A month such as `2027-01`. Example: `await covergate.statements.get("2027-01")`"""
        return (await self._send("getStatement", {"month": month}))["statement"]


class AsyncEvents:
    """What happened, to recover what a webhook missed, or to do without webhooks."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._send = connection.send

    def list(
        self,
        *,
        event_type: Sequence[models.EventType] | None = None,
        subject: str | None = None,
        before: str | None = None,
        limit: int | None = None,
    ) -> AsyncPaged[models.LoggedEvent]:
        """Newest first. Example: `await covergate.events.list(limit=2).take(2)`"""

        async def pages() -> AsyncIterator[list[Any]]:
            query = {"event_type": event_type, "subject": subject, "before": before, "limit": limit or LONGEST_PAGE}
            while True:
                answer = await self._send("listEvents", query=query)
                yield answer["events"]
                if not answer["has_more"] or not answer["events"]:
                    return
                query["before"] = answer["events"][-1]["id"]

        return AsyncPaged(pages)

    def since(
        self,
        event_id: str,
        *,
        event_type: Sequence[models.EventType] | None = None,
        subject: str | None = None,
        limit: int | None = None,
        wait: int | None = None,
    ) -> AsyncPaged[models.LoggedEvent]:
        """What happened after an event, oldest first: the way to go on where a receiver stopped. Ends with the newest; with `wait`, the
        answer to a request that has caught up comes with the next event, or after so many seconds, at most 25.

        Example:
            async for event in covergate.events.since("evt_01JD3W7Q8ZK5T9V0XR2M4N6P8A"):
                print(event)
        """

        async def pages() -> AsyncIterator[list[Any]]:
            query = {"event_type": event_type, "subject": subject, "after": event_id, "limit": limit or LONGEST_PAGE, "wait": wait}
            while True:
                answer = await self._send("listEvents", query=query)
                yield answer["events"][::-1]
                if not answer["has_more"] or not answer["events"]:
                    return
                query["after"] = answer["events"][0]["id"]

        return AsyncPaged(pages)

    async def get(self, event_id: str) -> models.LoggedEvent:
        """Example: `await covergate.events.get("evt_01JD3W7Q8ZK5T9V0XR2M4N6P8A")`"""
        return (await self._send("getEvent", {"eventId": event_id}))["event"]


class AsyncSandbox:
    """A development environment to rehearse in; a production key is refused."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._send = connection.send

    async def clock(self) -> models.GetSandboxClockResponse:
        """Example: `await covergate.sandbox.clock()`"""
        return await self._send("getSandboxClock")

    async def move_clock(self, move: models.MoveSandboxClockRequest) -> models.SandboxClockMove:
        """Moves the clock forward, by `advance` such as `P1M` or `to` an instant.
        Example: `await covergate.sandbox.move_clock({"advance": "P1M"})`"""
        return await self._send("moveSandboxClock", body=move)

    async def return_clock(self) -> models.SandboxClockMove:
        """Back to the real time. Example: `await covergate.sandbox.return_clock()`"""
        return await self._send("returnSandboxClock")

    async def play(self, claim: str, move: str, details: models.PlaySandboxMoveRequest | None = None) -> models.ClaimResponse:
        """Plays the insurer: an action of the claims desk on a claim.
        Example: `await covergate.sandbox.play("claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A", "takeOver")`"""
        return (await self._send("playSandboxMove", {"id": claim, "move": move}, body=details or {}))["data"]

    async def play_scenario(self, claim: str, name: models.SandboxScenarioName) -> models.SandboxScenario:
        """Plays a whole life of a claim, a second between its steps.
        Example: `await covergate.sandbox.play_scenario("claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A", "paid")`"""
        return (await self._send("playSandboxScenario", {"id": claim}, body={"name": name}))["data"]

    async def reopen_contract(self, contract_id: str, reopening: models.ReopenContractRequest) -> models.Contract:
        """Example: `await covergate.sandbox.reopen_contract("01JD3W7Q8ZH4C6E1Y9B3D5F7G2", {"end_date": "2027-01-20T08:00:00Z"})`"""
        return (await self._send("reopenSandboxContract", {"contractId": contract_id}, body=reopening))["contract"]

    async def reset(self, confirm: str) -> None:
        """Empties the environment. `confirm` is the beginning of the development key, as the portal shows it.
        Example: `await covergate.sandbox.reset("cg_dev_Xy12")`"""
        await self._send("resetSandbox", body={"confirm": confirm})


class AsyncCovergate:
    """The API of Covergate. One client serves a whole program; close it at its end, or use it in `async with`.

    `api_key` defaults to COVERGATE_API_KEY, `base_url` (with or without `/v2`) to COVERGATE_BASE_URL and then to the address that served
    this package. `timeout` is in seconds, for connecting and for each wait for data. `http_client` sends the requests, with its own
    time-out and perhaps through a proxy; it stays open.
    """

    webhooks = webhooks

    def __init__(
        self,
        *,
        api_key: str | None = None,
        base_url: str | None = None,
        timeout: float = 30,
        max_retries: int = 3,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        self._http = httpx.AsyncClient(timeout=timeout) if http_client is None else http_client
        self._is_own_http = http_client is None
        connection = AsyncConnection(key_of(api_key), base_url_of(base_url), max_retries, self._http)
        self.contracts = AsyncContracts(connection)
        self.renewals = AsyncRenewals(connection)
        self.products = AsyncProducts(connection)
        self.claims = AsyncClaims(connection)
        self.renters = AsyncRenters(connection)
        self.geo = AsyncGeo(connection)
        self.events = AsyncEvents(connection)
        self.statements = AsyncStatements(connection)
        self.sandbox = AsyncSandbox(connection)

    async def with_response(
        self, call: Callable[Args, Awaitable[Data]], /, *args: Args.args, **kwargs: Args.kwargs
    ) -> Response[Data]:
        """Calls a method, and returns the status, headers and execution id beside its result:
        `with_response(covergate.contracts.get, contract_id)`."""
        with recording() as responses:
            data = await call(*args, **kwargs)
        return response_of(data, responses)

    async def aclose(self) -> None:
        if self._is_own_http:
            await self._http.aclose()

    async def __aenter__(self) -> AsyncCovergate:
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.aclose()
