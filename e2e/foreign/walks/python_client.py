import base64
import io
import json
import os
import pathlib
from datetime import datetime

from covergate_client import AuthenticatedClient
from covergate_client.api.claims import create_claim, submit_claim, upload_document, upload_documents
from covergate_client.api.contracts import cancel_contract, create_contract, update_contract
from covergate_client.api.events import list_events
from covergate_client.models import (
    ClaimInsuredInput,
    ClaimLocationInput,
    ClaimSubtype,
    ClaimType,
    ContractOption,
    ContractType,
    CreateClaimRequest,
    CreateClaimRequestQuestions,
    CreateContractProductData,
    CreateContractRequest,
    JsonDocumentBody,
    ProductDefinedInBody,
    ProductSubtype,
    ProductType,
    TerminateContractRequest,
    UpdateContractRequest,
    UpdateContractRequestProducts,
    UploadDocumentForm,
)
from covergate_client.types import File

env = os.environ
client = AuthenticatedClient(
    base_url=env["API_URL"], token=env["API_KEY"], prefix="", auth_header_name="key", raise_on_unexpected_status=True
)


def request(start):
    bike = ProductDefinedInBody(
        product_type=ProductType.BIKE,
        product_subtype=ProductSubtype.ELECTRIC,
        value_excl=2400,
        brand="Moustache",
        model="Lundi 27",
        data=CreateContractProductData(product_marked="BC-12345"),
    )
    return CreateContractRequest(
        uid=env["RENTER"],
        contract_type=ContractType.LCD,
        start_date=datetime.fromisoformat(start),
        end_date=datetime.fromisoformat(env["NEXT_WEEK"]),
        options=[ContractOption.BREAK, ContractOption.THEFT],
        products=[bike],
    )


price = create_contract.sync(client=client, body=request(env["TOMORROW"]), preview=True).contract.price
contract = create_contract.sync(client=client, body=request(env["TOMORROW"])).contract
[entry] = contract.products.additional_keys
changes = UpdateContractRequest(products=UpdateContractRequestProducts.from_dict({entry: {"user_name": "Grace Hopper"}}))
update_contract.sync(contract.cid, client=client, body=changes)
cancel_contract.sync(contract.cid, client=client, body=TerminateContractRequest(reason="Booked twice."))

insured = create_contract.sync(client=client, body=request(env["NOW"])).contract
questions = {
    "Quels éléments du matériel sont cassés ?": "La roue avant",
    "La casse est-elle due à un accident avec un tiers ?": False,
    "Avez-vous fait un constat avec le tiers ?": False,
    "La réparation est-elle effectuée en externe ?": False,
}
body = CreateClaimRequest(
    user_id=env["RENTER"],
    contract_id=insured.cid,
    contract_product_id=insured.products.additional_keys[0],
    type_=ClaimType.BREAK,
    subtype=ClaimSubtype.PARTIAL_BREAK,
    claim_at=insured.start_date,
    description="Chute sur une plaque de verglas en descendant la rue : la roue avant est voilée.",
    questions=CreateClaimRequestQuestions.from_dict(questions),
    insured=ClaimInsuredInput(first_name="Ada", last_name="Martin", phone_number="+33612345678"),
    location=ClaimLocationInput(address="14 montée de la Grande Côte", city="Lyon", country="FR", zipcode="69001"),
)
draft = create_claim.sync(client=client, body=body).data
photo = pathlib.Path(env["PHOTO"]).read_bytes()
form, *others = [each.type_ for each in draft.document_entries if each.category.value == "mandatory"]
file = File(payload=io.BytesIO(photo), file_name="photo.png", mime_type="image/png")
upload_document.sync(draft.id, client=client, body=UploadDocumentForm(type_=form, title="The bike", file=file))
content = base64.b64encode(photo).decode()
documents = [JsonDocumentBody(type_=other, title=other, filename="photo.png", content=content) for other in others]
upload_documents.sync(draft.id, client=client, body=documents)
submitted = submit_claim.sync(draft.id, client=client).data
event_types = [event.event_type.value for event in list_events.sync(client=client, subject=contract.cid).events]
print(json.dumps({"price": price, "cid": contract.cid, "claimId": submitted.claim_id, "eventTypes": event_types}))
